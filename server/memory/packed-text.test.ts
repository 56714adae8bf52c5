import { expect, test } from 'vitest';
import { textPacker } from './packed-text.ts';

const TEXTS = ['', 'Desk 1', 'Café Ωmega', '', 'desk', '😀 ab', 'ab'];

test('returns texts unchanged, and finds them at their places', () => {
  const packer = textPacker();
  const many = Array.from({ length: 400 }, () => TEXTS).flat();
  for (const text of many) packer.push(text);
  const packed = packer.done();
  expect(Array.from({ length: packed.length }, (_, place) => packed.at(place))).toEqual(many);
  for (const wanted of ['ab', 'desk', 'Ω', '😀', 'a', 'nowhere']) {
    const found: number[] = [];
    const text = Buffer.from(wanted);
    for (let at = packed.nextWith(text, 0); at >= 0; at = packed.nextWith(text, at + 1)) found.push(at);
    expect(found).toEqual([...many.keys()].filter((place) => many[place]?.includes(wanted)));
  }
});
