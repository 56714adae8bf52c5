import { expect, test } from 'vitest';
import { PICTURE_BYTES } from '#contract/picture.ts';
import { PICTURE_ACCEPT, pictureFault } from './picture-file.ts';

test('a picture of the greatest size is sent, a larger one is not', () => {
  expect(pictureFault(new Blob([new Uint8Array(PICTURE_BYTES)]))).toBeNull();
  expect(pictureFault(new Blob([new Uint8Array(PICTURE_BYTES + 1)]))).toContain('larger than 5 MB');
});

test('no drawing that could hold a script is offered', () => {
  expect(PICTURE_ACCEPT.split(',')).toContain('image/png');
  expect(PICTURE_ACCEPT).not.toContain('svg');
});
