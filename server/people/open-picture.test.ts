import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeCreative } from '../features/campaigns/make-creative.ts';
import { makeLogo } from '../features/letterhead/make-logo.ts';
import { makeAvatar } from './make-avatar.ts';

const flat = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#345678' } });
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** The last scan of a progressive JPEG, which refines the one before, again and again: each is some bytes and all of the picture. */
async function layered(scans: number): Promise<Buffer> {
  const whole = await flat(640).jpeg({ progressive: true }).toBuffer();
  const last = whole.subarray(whole.lastIndexOf(START_OF_SCAN), -2);
  return Buffer.concat([whole.subarray(0, -2), ...Array.from({ length: scans }, () => last), whole.subarray(-2)]);
}

/** An AVIF that says of itself to be as large. */
async function grown(side: number): Promise<Buffer> {
  const bytes = await flat(640).avif({ effort: 0 }).toBuffer();
  const at = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(side, at);
  bytes.writeUInt32BE(side, at + 4);
  return bytes;
}

/** What a PNG says of itself; nothing of it is there. */
async function hollow(side: number): Promise<Buffer> {
  const bytes = await flat(8).png().toBuffer();
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return bytes;
}

const refusals = (bytes: Buffer) =>
  Promise.all(
    [makeAvatar(bytes.toString('base64')), makeCreative(bytes), makeLogo(bytes.toString('base64'))].map((made) =>
      made.then(
        () => null,
        (error: { fields?: object }) => Object.values(error.fields ?? {}).join(),
      ),
    ),
  );

test('a JPEG of hundreds of layers is refused before any is read: nothing ends the reader amid them', async () => {
  expect(await refusals(await layered(200))).toEqual(Array(3).fill(expect.stringContaining('too many layers')));
  expect(await refusals(await layered(0))).toEqual([null, null, null]);
});

test('an AVIF is opened up to the size whose memory is that of others', async () => {
  const [avatar, ...others] = await refusals(await grown(3_500));
  expect(avatar).toContain('more than 12 million pixels');
  expect(others).toEqual(Array(2).fill('Choose a PNG, JPEG or WebP.'));
});

test('what has too many pixels is told so, and not called no picture', async () => {
  const large = await hollow(8_000);
  expect(await refusals(large)).toEqual([
    expect.stringContaining('50 million pixels'),
    expect.stringContaining('50 million pixels'),
    expect.stringContaining('20 million pixels'),
  ]);
});
