import { expect, test } from 'vitest';
import { packRows } from './pack-rows.ts';

const cards = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
const packed = (full: string[], columns: 1 | 2 = 2) =>
  packRows(cards, (id) => full.includes(id), columns).map(({ cards: row }) => row.map(({ id }) => id).join(''));

test('half cards stand in pairs, the last one alone', () => {
  expect(packed([])).toEqual(['ab', 'cd', 'e']);
});

test('a card opened to full width keeps the row it stood in', () => {
  expect(packed(['a'])).toEqual(['a', 'bc', 'de']);
  expect(packed(['b'])).toEqual(['b', 'ac', 'de']);
  expect(packed(['d'])).toEqual(['ab', 'd', 'ce']);
});

test('no card is lost, whatever is open', () => {
  expect(packed(['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(packed(['b', 'e'])).toEqual(['b', 'ac', 'e', 'd']);
});

test('on a narrow screen each card has its row', () => {
  expect(packed(['b'], 1)).toEqual(['a', 'b', 'c', 'd', 'e']);
});
