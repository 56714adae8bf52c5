import { exifOf, orientationOf } from './orientation.ts';
import { RefusedPicture } from './refused-picture.ts';
import { bytesAt, DamagedPicture, MOST_PROFILE_BYTES, type PictureFile } from './still-picture.ts';

/** Each scan covers the whole picture, and no limit of the decoder interrupts it: 9,000 scans in 770 kB took 300 s. */
const MOST_SCANS = 100;
const [START, END, SCAN, PROFILE, EXIF] = [0xd8, 0xd9, 0xda, 0xe2, 0xe1];
const EXIF_MARK = Buffer.from('Exif\0\0', 'latin1');
const PROFILE_MARK = Buffer.from('ICC_PROFILE\0', 'latin1');
/** The frame types. The three excluded ones are tables of the same range. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Tables, frames and scans, JFIF, and Adobe's note on colors. */
const isKept = (marker: number) => (marker >= 0xc0 && marker <= 0xdf) || marker === 0xe0 || marker === 0xee;
/** Within a scan, 0xFF is followed by zero, a restart marker or more 0xFF. Anything else ends the scan. */
const isInScan = (next: number) => next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);

export const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === START;

/** Keeps tables, scans, color profile and orientation of a JPEG. Drops metadata, previews and data after its end. */
export function stripJpeg(bytes: Buffer): PictureFile {
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
    if (scans > MOST_SCANS)
      throw new RefusedPicture('The picture is stored in too many layers. Save it again as a plain JPEG.');
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
