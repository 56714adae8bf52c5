const ORIENTATION = 0x0112;
const SHORT = 3;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;

/** Returns the camera orientation (1 to 8) from the first directory of EXIF data. Unreadable data counts as upright. */
export function orientationOf(tiff: Buffer): number {
  if (tiff.length < HEADER_BYTES + 2) return 1;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const end = Math.min(tiff.length, directory + 2 + short(directory) * ENTRY_BYTES);
  for (let at = directory + 2; at + ENTRY_BYTES <= end; at += ENTRY_BYTES)
    if (short(at) === ORIENTATION && short(at + 2) === SHORT) {
      const value = short(at + 8);
      return value >= 1 && value <= 8 ? value : 1;
    }
  return 1;
}

/** Returns EXIF data that contains only the orientation. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(HEADER_BYTES + 2 + ENTRY_BYTES + 4);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(HEADER_BYTES, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
