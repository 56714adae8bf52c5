// Played by `npm run test:full` alone.
import { expect, test } from 'vitest';
import { makeCreative } from '../features/campaigns/make-creative.ts';
import { makeLogo } from '../features/letterhead/letterhead-routes.ts';
import { makeAvatar } from '../people/make-avatar.ts';
import { pictureQueue } from '../pictures/decode-picture.ts';
import { sharp } from '../pictures/testing/open-sharp.ts';

test('pictures of all kinds share one bounded queue', async () => {
  const create = { width: 700, height: 700, channels: 3, background: '#246' } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const text = bytes.toString('base64');
  const held = await Promise.all([pictureQueue.enter(), pictureQueue.enter()]);
  const waiting = [
    ...Array.from({ length: 6 }, () => makeAvatar(text)),
    ...Array.from({ length: 5 }, () => makeCreative(bytes)),
  ];
  waiting.push(...(Array.from({ length: 5 }, () => makeLogo(text)) as never[]));
  for (const make of [() => makeAvatar(text), () => makeCreative(bytes), () => makeLogo(text)])
    await expect(make()).rejects.toMatchObject({
      statusCode: 503,
      message: expect.stringMatching(/^Too many pictures/),
    });
  for (const leave of held) leave?.();
  expect(await Promise.all(waiting)).toHaveLength(16);
});
