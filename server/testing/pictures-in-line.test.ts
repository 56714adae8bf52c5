import { afterAll, expect, test } from 'vitest';
import { makeCreative } from '../features/campaigns/make-creative.ts';
import { makeLogo } from '../features/letterhead/make-logo.ts';
import { makeAvatar } from '../people/make-avatar.ts';
import { pictureLibrary, withPictures } from '../people/picture-library.ts';

let letGo = (): void => undefined;
afterAll(() => letGo());

test('pictures of all kinds wait in one line, which has an end', async () => {
  const sharp = await pictureLibrary();
  const create = { width: 700, height: 700, channels: 3, background: '#246' } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const text = bytes.toString('base64');
  const held = withPictures(() => new Promise<void>((resolve) => (letGo = resolve)));
  const waiting = [...Array.from({ length: 3 }, () => makeAvatar(text)), makeCreative(bytes), makeCreative(bytes)];
  waiting.push(...(Array.from({ length: 3 }, () => makeLogo(text)) as never[]));
  for (const make of [() => makeAvatar(text), () => makeCreative(bytes), () => makeLogo(text)])
    await expect(make()).rejects.toMatchObject({
      statusCode: 503,
      message: expect.stringMatching(/^Too many pictures/),
    });
  letGo();
  await held;
  expect(await Promise.all(waiting)).toHaveLength(8);
});
