import { expect, test } from 'vitest';
import { makeCreative } from '../features/campaigns/make-creative.ts';
import { makeLogo } from '../features/letterhead/make-logo.ts';
import { makeAvatar } from './make-avatar.ts';
import { grown, hollow, layered } from './testing/hostile-pictures.ts';

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
