import { describe, expect, test } from 'vitest';
import { RefusedPicture } from './refused-picture.ts';
import type { PictureFormat } from './still-picture.ts';
import { stripPicture } from './strip-picture.ts';
import { described, flat, grown, hollow, layered, PNG_EXTRA_TYPES, stuffedPng } from './testing/hostile-pictures.ts';
import { sharp } from './testing/open-sharp.ts';

const FORMATS = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const satisfies readonly PictureFormat[];
const ALL = { formats: FORMATS, hint: 'Choose another format.' };
const strip = (bytes: Buffer) => stripPicture(bytes, ALL);
const refusal = (bytes: Buffer): string => {
  try {
    strip(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(RefusedPicture);
    return (error as Error).message;
  }
  return 'taken';
};
const pixelsOf = (bytes: Buffer) => sharp(bytes, { pages: 1 }).autoOrient().removeAlpha().raw().toBuffer();

describe.each(FORMATS)('%s', (format) => {
  test('keeps pixels and orientation, and no descriptive data', async () => {
    const given = await described(format);
    const { bytes, width, height } = strip(given);
    expect([width, height]).toEqual([640, 480]);
    expect((await pixelsOf(bytes)).equals(await pixelsOf(given))).toBe(true);
    const [before, after] = [await sharp(given).metadata(), await sharp(bytes).metadata()];
    if (['jpeg', 'png', 'webp'].includes(format)) expect(before.orientation).toBe(6);
    expect(after.orientation).toBe(before.orientation);
    expect([after.xmp, after.comments]).toEqual([undefined, undefined]);
    expect(after.exif?.includes('canary') ?? false).toBe(false);
  });

  test('a truncated or corrupted file is rejected with a message or decoded, and never crashes', async () => {
    const given = await described(format, 64, 48);
    for (let length = 0; length < given.length; length += Math.ceil(given.length / 400))
      refusal(given.subarray(0, length));
    for (let at = 0; at < Math.min(given.length, 600); at += 1)
      for (const value of [0x00, 0x01, 0x7f, 0xff]) {
        const broken = Buffer.from(given);
        broken[at] = value;
        refusal(broken);
      }
  });
});

describe('PNG', () => {
  test.each(PNG_EXTRA_TYPES)('drops chunks of type %s, in any number', async (type) => {
    const plain = await flat(640).png().toBuffer();
    expect(strip(await stuffedPng(type, 20)).bytes.equals(strip(plain).bytes)).toBe(true);
  });

  test('keeps a color profile of a usual size', async () => {
    const given = await flat(64).withIccProfile('p3').png().toBuffer();
    expect((await sharp(strip(given).bytes).metadata()).icc).toEqual((await sharp(given).metadata()).icc);
  });

  test('rejects a chunk that claims more bytes than there are as damaged', async () => {
    const bytes = await stuffedPng('juNk', 1);
    for (const length of [bytes.length, 0x7fffffff, 0xffffffff]) {
      bytes.writeUInt32BE(length, 33);
      expect(refusal(bytes)).toContain('damaged or incomplete');
    }
  });
});

test('keeps a profile in JPEG and WebP, and drops one above the limit', async () => {
  for (const format of ['jpeg', 'webp'] as const) {
    const given = await flat(64).withIccProfile('p3').toFormat(format).toBuffer();
    expect((await sharp(strip(given).bytes).metadata()).icc).toEqual((await sharp(given).metadata()).icc);
  }
  const large = Buffer.alloc(65_535, 0);
  large.writeUInt16BE(0xffe2, 0);
  large.writeUInt16BE(large.length - 2, 2);
  large.write('ICC_PROFILE\0', 4, 'latin1');
  const jpeg = await flat(64).jpeg().toBuffer();
  const stuffed = Buffer.concat([jpeg.subarray(0, 2), ...Array.from({ length: 40 }, () => large), jpeg.subarray(2)]);
  expect(strip(stuffed).bytes.length).toBeLessThan(1_100_000);
});

test('keeps the first frame of an animation', async () => {
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((background) => frame(background)));
  for (const format of ['gif', 'webp'] as const) {
    const moving = await sharp(frames, { join: { animated: true } })
      .toFormat(format, { lossless: true })
      .toBuffer();
    const still = strip(moving).bytes;
    expect((await sharp(moving).metadata()).pages).toBe(3);
    expect((await sharp(still).metadata()).pages ?? 1).toBe(1);
    expect((await pixelsOf(still)).equals(await pixelsOf(moving))).toBe(true);
  }
});
const frame = (background: string) =>
  sharp({ create: { width: 48, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

test('drops data after the end of a picture', async () => {
  for (const format of ['png', 'jpeg', 'gif'] as const) {
    const { bytes } = strip(Buffer.concat([await described(format), Buffer.from('canary')]));
    expect(bytes.includes('canary')).toBe(false);
  }
});

test('width, height and area each have a limit, and the message names it', async () => {
  expect(refusal(await hollow(8_000))).toContain('more than 50 million pixels');
  expect(refusal(await grown(3_500))).toContain('more than 12 million pixels');
  const wide = await hollow(100);
  for (const at of [16, 20]) {
    const one = Buffer.from(wide);
    one.writeUInt32BE(20_000, at);
    expect(refusal(one)).toMatch(/pixels\. Each side can have at most 16,384/);
    one.writeUInt32BE(0, at);
    expect(refusal(one)).toContain('damaged');
  }
  expect(refusal(await hollow(7_000))).toBe('taken');
});

test('rejects a JPEG of hundreds of layers before decoding any', async () => {
  expect(refusal(await layered(200))).toContain('too many layers');
  expect(refusal(await layered(0))).toBe('taken');
});

test('rejects an AVIF whose items refer to the same bytes repeatedly', async () => {
  const bytes = await described('avif');
  const at = bytes.indexOf('iloc');
  expect(bytes[at + 8]).toBe(0x44);
  // Set the length of the last item's last extent to the length of the whole file. The total then exceeds the file.
  const end = at - 4 + bytes.readUInt32BE(at - 4);
  bytes.writeUInt32BE(bytes.length, end - 4);
  expect(refusal(bytes)).toContain('contains more than one picture');
});

test('rejects other formats by their content, not by their name', () => {
  for (const other of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', 'BM......', 'II*\0....', '', 'words'])
    expect(refusal(Buffer.from(other, 'latin1'))).toBe('The picture can’t be read. Choose another format.');
});
