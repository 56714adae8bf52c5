import { RefusedPicture } from './refused-picture.ts';
import { bytesAt, DamagedPicture, type PictureFile } from './still-picture.ts';

const BRANDS = ['avif', 'avis', 'mif1'];
/** A coded picture. A file may have others of this kind beside it, such as its transparency. */
const CODED = 'av01';

type Box = { readonly at: number; readonly type: string; readonly from: number; readonly end: number };

export const isAvif = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 4, 8) === 'ftyp' && BRANDS.includes(bytes.toString('latin1', 8, 12));

/**
 * Hides everything in an AVIF that is not a coded picture: metadata (which may be compressed), movies, and derived
 * pictures. Offsets in the file are absolute, so hidden parts keep their length and get a type that decoders skip.
 */
export function stripAvif(given: Buffer): PictureFile {
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

/** Items may refer to the same bytes of the file repeatedly; a thousand times five megabytes is a bomb. */
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
      throw new RefusedPicture('The picture holds more than one picture. Save it again as a plain AVIF, PNG or JPEG.');
  }
}
