import { crc32, deflateSync } from 'node:zlib';
import { sharp } from './open-sharp.ts';

export const flat = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#345678' } });

const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/**
 * Repeats the last scan of a progressive JPEG, which refines the previous one. Each copy has few bytes and covers the
 * whole picture.
 */
export async function layered(scans: number, side = 640): Promise<Buffer> {
  const whole = await flat(side).jpeg({ progressive: true }).toBuffer();
  const last = whole.subarray(whole.lastIndexOf(START_OF_SCAN), -2);
  return Buffer.concat([whole.subarray(0, -2), ...Array.from({ length: scans }, () => last), whole.subarray(-2)]);
}

/** Returns an AVIF that declares this size. */
export async function grown(side: number): Promise<Buffer> {
  const bytes = await flat(640).avif({ effort: 0 }).toBuffer();
  const at = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(side, at);
  bytes.writeUInt32BE(side, at + 4);
  return bytes;
}

/** Returns a PNG that declares this size but has too few pixels. */
export async function hollow(side: number): Promise<Buffer> {
  const bytes = await flat(8).png().toBuffer();
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return bytes;
}

const chunkOf = (type: string, content: Buffer): Buffer => {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
};

/** Eight megabytes compressed to 8 kB: the maximum that a PNG library unpacks per chunk. */
const PACKED = deflateSync(Buffer.alloc(8_000_000, 'A'));
const text = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
/** Chunks that a PNG may contain besides its pixels. */
const PNG_EXTRAS: Readonly<Record<string, Buffer>> = {
  zTXt: text('Comment\0\0', PACKED),
  iTXt: text('Comment\0\x01\0\0\0', PACKED),
  iCCP: text('Profile\0\0', PACKED),
  tEXt: text('Comment\0canary'),
  eXIf: text('canary'),
  acTL: Buffer.alloc(8, 1),
  fdAT: text('\0\0\0\x01canary'),
  juNk: text('canary'),
};

/** Returns a PNG with `count` chunks of a type before its pixels. */
export async function stuffedPng(type: string, count: number, side = 640): Promise<Buffer> {
  const bytes = await flat(side).png().toBuffer();
  const chunk = chunkOf(type, PNG_EXTRAS[type] ?? Buffer.alloc(0));
  return Buffer.concat([bytes.subarray(0, 33), ...Array.from({ length: count }, () => chunk), bytes.subarray(33)]);
}
export const PNG_EXTRA_TYPES = Object.keys(PNG_EXTRAS);

/**
 * Returns a picture with distinct corners, turned sideways, with every kind of metadata that its format supports. Each
 * piece of metadata contains `canary`.
 */
export function described(
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif',
  width = 640,
  height = 480,
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1)
    pixels.set([(at % width) % 256, Math.floor(at / width) % 256, 90], 3 * at);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'canary' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><canary/></x:xmpmeta>')
    .toFormat(format)
    .toBuffer();
}
