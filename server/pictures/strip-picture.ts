import { crc32, inflateSync } from 'node:zlib';
import { exifOf, orientationOf } from './orientation.ts';
import { RefusedPicture } from './refused-picture.ts';
import { bytesAt, DamagedPicture, MOST_PROFILE_BYTES, type PictureFile, type PictureFormat } from './still-picture.ts';
import { isWebp, stripWebp } from './strip-webp.ts';

const BRANDS = ['avif', 'avis', 'mif1'];
/** The type of a coded picture. A file may contain other items of this type, such as the picture's transparency. */
const CODED = 'av01';

type Box = { readonly at: number; readonly type: string; readonly from: number; readonly end: number };

const isAvif = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 4, 8) === 'ftyp' && BRANDS.includes(bytes.toString('latin1', 8, 12));

/**
 * Hides everything in an AVIF that is not a coded picture: metadata (which may be compressed), movies, and derived
 * pictures. Offsets in the file are absolute, so hidden parts keep their length and get a type that decoders skip.
 */
function stripAvif(given: Buffer): PictureFile {
  const bytes = Buffer.from(given);
  const hide = ({ at }: Box) => void bytes.write('free', at + 4, 'latin1');
  const top = boxesIn(bytes, 0, bytes.length);
  for (const box of top) if (!['ftyp', 'meta', 'mdat'].includes(box.type)) hide(box);
  const meta = only(top, 'meta');
  const parts = boxesIn(bytes, meta.from + 4, meta.end);
  for (const box of parts) if (!['hdlr', 'pitm', 'iloc', 'iinf', 'iref', 'iprp', 'idat'].includes(box.type)) hide(box);
  hideItems(bytes, only(parts, 'iinf'));
  refuseOverlaps(bytes, only(parts, 'iloc'));
  const properties = only(boxesIn(bytes, only(parts, 'iprp').from, only(parts, 'iprp').end), 'ipco');
  const size = { width: 0, height: 0 };
  for (const { type, from } of boxesIn(bytes, properties.from, properties.end)) {
    if (type !== 'ispe') continue;
    size.width = Math.max(size.width, bytesAt(bytes, from + 4, 8).readUInt32BE(0));
    size.height = Math.max(size.height, bytes.readUInt32BE(from + 8));
  }
  return { format: 'avif', ...size, bytes };
}

function only(boxes: readonly Box[], wanted: string): Box {
  const [first, ...others] = boxes.filter(({ type }) => type === wanted);
  if (first === undefined || others.length > 0) throw new DamagedPicture();
  return first;
}

function boxesIn(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end; ) {
    const declared = bytesAt(bytes, at, 8).readUInt32BE(0);
    const isLong = declared === 1;
    const length = isLong ? Number(bytesAt(bytes, at + 8, 8).readBigUInt64BE(0)) : declared || end - at;
    const from = at + (isLong ? 16 : 8);
    if (at + length < from || at + length > end) throw new DamagedPicture();
    boxes.push({ at, type: bytes.toString('latin1', at + 4, at + 8), from, end: at + length });
    at += length;
  }
  return boxes;
}

function hideItems(bytes: Buffer, items: Box): void {
  const countBytes = bytesAt(bytes, items.from, 4)[0] === 0 ? 2 : 4;
  for (const { type, from, end } of boxesIn(bytes, items.from + 4 + countBytes, items.end)) {
    const version = bytesAt(bytes, from, 4)[0];
    if (type !== 'infe' || version === undefined || version < 2 || version > 3) throw new DamagedPicture();
    const at = from + (version === 2 ? 8 : 10);
    if (at + 4 > end) throw new DamagedPicture();
    if (bytes.toString('latin1', at, at + 4) !== CODED) bytes.write('skip', at, 'latin1');
  }
}

/**
 * Throws if the items' lengths add up to more than the file. Items may refer to the same bytes repeatedly, and a
 * thousand references to five megabytes would be a decompression bomb.
 */
function refuseOverlaps(bytes: Buffer, places: Box): void {
  const [version = 0, , , , sizes = 0, baseSizes = 0] = bytesAt(bytes, places.from, 8);
  const [offsetBytes, lengthBytes] = [sizes >> 4, sizes & 15];
  const [baseBytes, indexBytes] = [baseSizes >> 4, version === 0 ? 0 : baseSizes & 15];
  let at = places.from + 6;
  const read = (length: number): number => {
    const part = bytesAt(bytes, at, length);
    at += length;
    return [...part].reduce((sum, byte) => sum * 256 + byte, 0);
  };
  let total = 0;
  for (let items = read(version < 2 ? 2 : 4); items > 0; items -= 1) {
    read(version < 2 ? 2 : 4);
    // Other construction methods refer to bytes through other items.
    if (version > 0 && (read(2) & 15) > 1) throw new DamagedPicture();
    read(2 + baseBytes);
    for (let extents = read(2); extents > 0; extents -= 1) {
      read(indexBytes + offsetBytes);
      const length = read(lengthBytes);
      total += length === 0 ? bytes.length : length;
    }
    if (total > bytes.length)
      throw new RefusedPicture('The file contains more than one picture. Save it again as a plain AVIF, PNG or JPEG.');
  }
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/**
 * The chunks that pixels need, with the maximum size of each in bytes. Everything else is dropped, especially
 * compressed text (tEXt, zTXt, iTXt).
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

const isPng = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/** Keeps a PNG's pixels, color profile and orientation. Drops animation frames and all metadata. */
function stripPng(bytes: Buffer): PictureFile {
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

/**
 * Returns whether a compressed profile is small. Unpacks the profile with a limit, because a decoder would unpack it
 * without a limit.
 */
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

/**
 * Maximum number of scans. Each scan covers the whole picture, and no limit in the decoder interrupts it: 9,000 scans
 * in 770 kB took 300 s.
 */
const MOST_SCANS = 100;
const [START, END, SCAN, PROFILE, EXIF] = [0xd8, 0xd9, 0xda, 0xe2, 0xe1];
const EXIF_MARK = Buffer.from('Exif\0\0', 'latin1');
const PROFILE_MARK = Buffer.from('ICC_PROFILE\0', 'latin1');
/** Returns whether the marker is a frame type. The three excluded values are other tables in the same range. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Returns whether to keep a segment: tables, frames and scans, JFIF, and Adobe's note about colors. */
const isKept = (marker: number) => (marker >= 0xc0 && marker <= 0xdf) || marker === 0xe0 || marker === 0xee;
/**
 * Returns whether a scan continues after 0xFF, which is true before zero, a restart marker or another 0xFF. Anything
 * else ends the scan.
 */
const isInScan = (next: number) => next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);

const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === START;

/** Keeps a JPEG's tables, scans, color profile and orientation. Drops metadata, previews and data after its end. */
function stripJpeg(bytes: Buffer): PictureFile {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  const size = { width: 0, height: 0 };
  let profileBytes = 0;
  let scans = 0;
  for (let at = 2; at < bytes.length; ) {
    if (bytes[at] !== 0xff) throw new DamagedPicture();
    const marker = bytes[at + 1];
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === undefined || marker === END) break;
    const segment = bytesAt(bytes, at, 2 + bytesAt(bytes, at + 2, 2).readUInt16BE(0));
    if (segment.length < 4) throw new DamagedPicture();
    const content = segment.subarray(4);
    const scanEnd = marker === SCAN ? endOfScan(bytes, at + segment.length) : at + segment.length;
    if (isFrame(marker)) {
      size.height = Math.max(size.height, bytesAt(content, 1, 4).readUInt16BE(0));
      size.width = Math.max(size.width, content.readUInt16BE(3));
    }
    if (marker === SCAN) scans += 1;
    if (scans > MOST_SCANS) throw new RefusedPicture('The picture has too many layers. Save it again as a plain JPEG.');
    if (marker === PROFILE && content.subarray(0, PROFILE_MARK.length).equals(PROFILE_MARK)) {
      profileBytes += segment.length;
      if (profileBytes <= MOST_PROFILE_BYTES) kept.push(segment);
    } else if (marker === EXIF && content.subarray(0, EXIF_MARK.length).equals(EXIF_MARK)) {
      const orientation = orientationOf(content.subarray(EXIF_MARK.length));
      if (orientation > 1) kept.push(segmentOf(EXIF, Buffer.concat([EXIF_MARK, exifOf(orientation)])));
    } else if (isKept(marker)) kept.push(bytes.subarray(at, scanEnd));
    at = scanEnd;
  }
  kept.push(Buffer.from([0xff, END]));
  return { format: 'jpeg', ...size, bytes: Buffer.concat(kept) };
}

function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1 && isInScan(bytes[at + 1] ?? 0)) at = bytes.indexOf(0xff, at + 1);
  return at === -1 ? bytes.length : at;
}

function segmentOf(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

const HEAD_BYTES = 13;
const [EXTENSION, IMAGE, GRAPHIC_CONTROL] = [0x21, 0x2c, 0xf9];
const TRAILER = Buffer.from([0x3b]);

const isGif = (bytes: Buffer): boolean => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6));

/** Keeps a GIF's first frame with its colors. Drops later frames, comments and application data. */
function stripGif(bytes: Buffer): PictureFile {
  const head = bytesAt(bytes, 0, HEAD_BYTES);
  const colors = bytesAt(bytes, HEAD_BYTES, tableBytes(head[10]));
  let control = Buffer.alloc(0);
  for (let at = HEAD_BYTES + colors.length; ; ) {
    const [kind, label] = bytesAt(bytes, at, 2);
    if (kind === EXTENSION) {
      const end = endOfBlocks(bytes, at + 2);
      if (label === GRAPHIC_CONTROL && end - at === 8) control = Buffer.from(bytes.subarray(at, end));
      at = end;
    } else if (kind === IMAGE) {
      const place = bytesAt(bytes, at, 10);
      const end = endOfBlocks(bytes, at + 10 + tableBytes(place[9]) + 1);
      return {
        format: 'gif',
        width: Math.max(head.readUInt16LE(6), place.readUInt16LE(1) + place.readUInt16LE(5)),
        height: Math.max(head.readUInt16LE(8), place.readUInt16LE(3) + place.readUInt16LE(7)),
        bytes: Buffer.concat([head, colors, control, bytes.subarray(at, end), TRAILER]),
      };
    } else throw new DamagedPicture();
  }
}

const tableBytes = (flags = 0) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const [length = 0] = bytesAt(bytes, at, 1);
    at += 1 + length;
    if (length === 0) return at;
  }
}

/**
 * Maximum length of a side, in pixels. Pictures with longer sides are not photographs, and a decoder keeps whole rows
 * and columns in memory.
 */
const MOST_SIDE = 16_384;
const MOST_PIXELS = 50_000_000;
/**
 * Maximum number of pixels in an AVIF. It takes 18 bytes per pixel to decode, three times the memory of other formats.
 * A 1,400-byte file with 49 megapixels took 860 MB.
 */
const MOST_AVIF_PIXELS = 12_000_000;

/**
 * What an endpoint accepts: the formats, a hint for people who send other formats, and the maximum number of pixels, if
 * lower than the default.
 */
export type AcceptedPictures = {
  readonly formats: readonly PictureFormat[];
  readonly hint: string;
  readonly mostPixels?: number;
};

const READERS = [
  { format: 'png', is: isPng, strip: stripPng },
  { format: 'jpeg', is: isJpeg, strip: stripJpeg },
  { format: 'webp', is: isWebp, strip: stripWebp },
  { format: 'gif', is: isGif, strip: stripGif },
  { format: 'avif', is: isAvif, strip: stripAvif },
] as const;

/**
 * Keeps only the parts of a file that its picture needs, so that no decoder sees metadata. Rejects a picture whose
 * declared size is too large. Does not decode pixels. Throws `RefusedPicture`.
 */
export function stripPicture(
  bytes: Buffer,
  { formats, hint, mostPixels = MOST_PIXELS }: AcceptedPictures,
): PictureFile {
  const reader = READERS.find(({ is }) => is(bytes));
  if (reader === undefined) throw new RefusedPicture(`The picture can’t be read. ${hint}`);
  if (!formats.includes(reader.format)) throw new RefusedPicture(hint);
  const picture = stripped(reader.strip, bytes);
  const { width, height } = picture;
  const most = reader.format === 'avif' ? Math.min(MOST_AVIF_PIXELS, mostPixels) : mostPixels;
  if (width === 0 || height === 0) throw damaged();
  if (width * height > most)
    throw new RefusedPicture(
      `The picture has more than ${most / 1_000_000} million pixels. Save it in a smaller size or another format.`,
    );
  if (Math.max(width, height) > MOST_SIDE)
    throw new RefusedPicture(
      `The picture is ${width} × ${height} pixels. Each side can have at most ${MOST_SIDE.toLocaleString('en-US')}. Save it in a smaller size.`,
    );
  return picture;
}

export const damaged = () => new RefusedPicture('The picture is damaged or incomplete. Save it again.');

function stripped(strip: (bytes: Buffer) => PictureFile, bytes: Buffer): PictureFile {
  try {
    return strip(bytes);
  } catch (error) {
    throw error instanceof DamagedPicture ? damaged() : error;
  }
}
