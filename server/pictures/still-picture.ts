export type PictureFormat = 'avif' | 'gif' | 'jpeg' | 'png' | 'webp';

/**
 * A file that contains one still picture and nothing else. The size is the declared one, before the picture is turned
 * upright.
 */
export type PictureFile = {
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
};

/** Thrown if the file ends too early or is inconsistent. */
export class DamagedPicture extends Error {}

/** Returns `length` bytes from `at`. Throws `DamagedPicture` if the file ends before that. */
export function bytesAt(bytes: Buffer, at: number, length: number): Buffer {
  if (length < 0 || at + length > bytes.length) throw new DamagedPicture();
  return bytes.subarray(at, at + length);
}

/**
 * Maximum size of a color profile. A profile has a few kilobytes, or up to half a megabyte for print. Larger profiles
 * are dropped.
 */
export const MOST_PROFILE_BYTES = 1024 * 1024;
