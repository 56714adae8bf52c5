import { expect, test } from 'vitest';
import { PICTURE_BYTES } from '#contract/picture.ts';
import { PICTURE_ACCEPT, pictureFault } from './picture-file.ts';

test('accepts a picture of the maximum size and refuses a larger one', () => {
  expect(pictureFault(new Blob([new Uint8Array(PICTURE_BYTES)]))).toBeNull();
  expect(pictureFault(new Blob([new Uint8Array(PICTURE_BYTES + 1)]))).toContain('larger than 5 MB');
});

test('does not offer a format that can contain scripts', () => {
  expect(PICTURE_ACCEPT.split(',')).toContain('image/png');
  expect(PICTURE_ACCEPT).not.toContain('svg');
});
