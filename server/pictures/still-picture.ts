export type PictureFormat = 'avif' | 'gif' | 'jpeg' | 'png' | 'webp';

/** A file that holds one still picture and nothing else. The size is what the file declares, before it is turned upright. */
export type PictureFile = {
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
};

/** The file ends too early or contradicts itself. */
export class DamagedPicture extends Error {}

/** Returns `length` bytes from `at`. Throws where the file ends before. */
export function bytesAt(bytes: Buffer, at: number, length: number): Buffer {
  if (length < 0 || at + length > bytes.length) throw new DamagedPicture();
  return bytes.subarray(at, at + length);
}

/** A profile is a few kilobytes, up to half a megabyte for print. Larger ones are dropped. */
export const MOST_PROFILE_BYTES = 1024 * 1024;
