import { bytesAt, DamagedPicture, type PictureFile } from './still-picture.ts';

const HEAD_BYTES = 13;
const [EXTENSION, IMAGE, GRAPHIC_CONTROL] = [0x21, 0x2c, 0xf9];
const TRAILER = Buffer.from([0x3b]);

export const isGif = (bytes: Buffer): boolean => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6));

/** Keeps the first frame of a GIF with its colors. Drops later frames, comments and application data. */
export function stripGif(bytes: Buffer): PictureFile {
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
