import { expect, test } from 'vitest';
import { drawPicture } from './draw-picture.ts';

test('draws a picture from its words, large enough for an outlet', async () => {
  const [one, again, other] = [await drawPicture('Kite'), await drawPicture('Kite'), await drawPicture('Tern')];
  expect(one).toMatchObject({ type: 'image/webp', width: 800, height: 600 });
  expect(one.hash).toBe(again.hash);
  expect(one.hash).not.toBe(other.hash);
  expect(Buffer.from(one.image, 'base64').subarray(8, 12).toString()).toBe('WEBP');
  expect(one.size_bytes).toBeLessThan(100_000);
});
