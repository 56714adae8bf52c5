import { expect, test } from 'vitest';
import { packRows } from './customer-grid.tsx';

const cards = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
const packed = (full: string[], columns: 1 | 2 = 2) =>
  packRows(cards, (id) => full.includes(id), columns).map(({ cards: row }) => row.map(({ id }) => id).join(''));

test('packs half cards in pairs, the last one alone', () => {
  expect(packed([])).toEqual(['ab', 'cd', 'e']);
});

test('keeps the row of a card that opens to full width', () => {
  expect(packed(['a'])).toEqual(['a', 'bc', 'de']);
  expect(packed(['b'])).toEqual(['b', 'ac', 'de']);
  expect(packed(['d'])).toEqual(['ab', 'd', 'ce']);
});

test('loses no card, whichever are open', () => {
  expect(packed(['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(packed(['b', 'e'])).toEqual(['b', 'ac', 'e', 'd']);
});

test('gives each card its own row on a narrow screen', () => {
  expect(packed(['b'], 1)).toEqual(['a', 'b', 'c', 'd', 'e']);
});
