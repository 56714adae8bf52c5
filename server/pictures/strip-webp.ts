import { exifOf, orientationOf } from './orientation.ts';
import { bytesAt, DamagedPicture, MOST_PROFILE_BYTES, type PictureFile } from './still-picture.ts';

/** Flags in the extended header. Without that header, a file has neither a profile nor an orientation. */
const [HAS_PROFILE, HAS_ALPHA, HAS_EXIF] = [0x20, 0x10, 0x08];
const FILE_HEAD_BYTES = 12;
const FRAME_HEAD_BYTES = 16;

export const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';

/** Keeps a WebP's picture (or an animation's first frame), its color profile and its orientation. */
export function stripWebp(bytes: Buffer): PictureFile {
  const chunks = chunksIn(bytes.subarray(FILE_HEAD_BYTES));
  const frame = chunks.get('ANMF');
  const parts = frame === undefined ? chunks : chunksIn(frame.subarray(FRAME_HEAD_BYTES));
  const pixels = (['VP8 ', 'VP8L'] as const).find((type) => parts.has(type));
  const coded = pixels && parts.get(pixels);
  if (pixels === undefined || coded === undefined) throw new DamagedPicture();
  const { width, height, isClear } = pixels === 'VP8L' ? readLossless(coded) : readLossy(coded);
  const profile = chunks.get('ICCP');
  const isProfileKept = profile !== undefined && profile.length <= MOST_PROFILE_BYTES;
  const alpha = pixels === 'VP8 ' ? parts.get('ALPH') : undefined;
  const orientation = orientationOf(withoutMark(chunks.get('EXIF') ?? Buffer.alloc(0)));

  const head = Buffer.alloc(10);
  head[0] =
    (isProfileKept ? HAS_PROFILE : 0) |
    (isClear || alpha !== undefined ? HAS_ALPHA : 0) |
    (orientation > 1 ? HAS_EXIF : 0);
  head.writeUIntLE(width - 1, 4, 3);
  head.writeUIntLE(height - 1, 7, 3);
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    chunkOf('VP8X', head),
    ...(isProfileKept ? [chunkOf('ICCP', profile)] : []),
    ...(alpha === undefined ? [] : [chunkOf('ALPH', alpha)]),
    chunkOf(pixels, coded),
    ...(orientation > 1 ? [chunkOf('EXIF', exifOf(orientation))] : []),
  ]);
  return { format: 'webp', width, height, bytes: chunkOf('RIFF', body) };
}

/** Returns the first chunk of each type. */
function chunksIn(bytes: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    const type = bytes.toString('latin1', at, at + 4);
    const content = bytesAt(bytes, at + 8, length);
    if (!chunks.has(type)) chunks.set(type, content);
    at += 8 + length + (length % 2);
  }
  return chunks;
}

function readLossy(coded: Buffer): { width: number; height: number; isClear: boolean } {
  if (bytesAt(coded, 3, 3).toString('hex') !== '9d012a') throw new DamagedPicture();
  const [width, height] = [bytesAt(coded, 6, 4).readUInt16LE(0) & 0x3fff, coded.readUInt16LE(8) & 0x3fff];
  if (width === 0 || height === 0) throw new DamagedPicture();
  return { width, height, isClear: false };
}

function readLossless(coded: Buffer): { width: number; height: number; isClear: boolean } {
  const bits = bytesAt(coded, 1, 4).readUInt32LE(0);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff), isClear: ((bits >>> 28) & 1) === 1 };
}

/** Removes the JPEG marker that some programs write before the data. */
const withoutMark = (exif: Buffer) => (exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif);

function chunkOf(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
