import { crc32, inflateSync } from 'node:zlib';
import { exifOf, orientationOf } from './orientation.ts';
import { bytesAt, DamagedPicture, MOST_PROFILE_BYTES, type PictureFile } from './still-picture.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/**
 * The chunks that pixels need, with the maximum bytes of each. Everything else is dropped, above all compressed text
 * (tEXt, zTXt, iTXt).
 */
const KEPT: ReadonlyMap<string, number> = new Map([
  ['IHDR', 13],
  ['PLTE', 768],
  ['IDAT', Number.POSITIVE_INFINITY],
  ['IEND', 0],
  ['tRNS', 256],
  ['gAMA', 4],
  ['cHRM', 32],
  ['sRGB', 1],
]);

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/** Keeps the pixels of a PNG, its color profile and its orientation. Drops frames of an animation and all metadata. */
export function stripPng(bytes: Buffer): PictureFile {
  const kept: Buffer[] = [SIGNATURE];
  const seen = new Set<string>();
  let size: { readonly width: number; readonly height: number } | null = null;
  for (let at = SIGNATURE.length; !seen.has('IEND'); ) {
    const length = bytesAt(bytes, at, 8).readUInt32BE(0);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const chunk = bytesAt(bytes, at, length + 12);
    const content = chunk.subarray(8, -4);
    at += chunk.length;
    if (size === null) {
      if (type !== 'IHDR' || length !== 13) throw new DamagedPicture();
      size = { width: content.readUInt32BE(0), height: content.readUInt32BE(4) };
    }
    if (seen.has(type) && type !== 'IDAT') continue;
    seen.add(type);
    if (length <= (KEPT.get(type) ?? -1)) kept.push(chunk);
    else if (type === 'iCCP' && isSmallProfile(content)) kept.push(chunk);
    else if (type === 'eXIf' && orientationOf(content) > 1) kept.push(chunkOf(type, exifOf(orientationOf(content))));
  }
  if (size === null) throw new DamagedPicture();
  return { format: 'png', ...size, bytes: Buffer.concat(kept) };
}

/** A profile is compressed. This function unpacks it with a limit, because a decoder would unpack it without one. */
function isSmallProfile(content: Buffer): boolean {
  const nameEnd = content.indexOf(0);
  if (nameEnd === -1) return false;
  try {
    inflateSync(content.subarray(nameEnd + 2), { maxOutputLength: MOST_PROFILE_BYTES });
    return true;
  } catch {
    return false;
  }
}

function chunkOf(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}
