import sharp from 'sharp';

export const flat = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#345678' } });

const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** The last scan of a progressive JPEG, which refines the one before, again and again: each is some bytes and all of the picture. */
export async function layered(scans: number, side = 640): Promise<Buffer> {
  const whole = await flat(side).jpeg({ progressive: true }).toBuffer();
  const last = whole.subarray(whole.lastIndexOf(START_OF_SCAN), -2);
  return Buffer.concat([whole.subarray(0, -2), ...Array.from({ length: scans }, () => last), whole.subarray(-2)]);
}

/** An AVIF that says of itself to be as large. */
export async function grown(side: number): Promise<Buffer> {
  const bytes = await flat(640).avif({ effort: 0 }).toBuffer();
  const at = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(side, at);
  bytes.writeUInt32BE(side, at + 4);
  return bytes;
}

/** What a PNG says of itself; nothing of it is there. */
export async function hollow(side: number): Promise<Buffer> {
  const bytes = await flat(8).png().toBuffer();
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return bytes;
}
