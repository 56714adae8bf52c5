import { expect, test } from 'vitest';
import { settleDocuments } from './settled-documents.ts';

const shown = (documents: readonly [string, number][], paid: number) => {
  const { byId, open, ahead } = settleDocuments(
    documents.map(([id, cents]) => ({ id, cents })),
    paid,
  );
  return [[...byId].map(([id, one]) => [id, one.settled, one.open]), open, ahead];
};

test('what was paid settles the oldest first, in part where it does not reach, and what is over is ahead', () => {
  const three: [string, number][] = [
    ['a', 100],
    ['b', 50],
    ['c', 70],
  ];
  expect(shown(three, 0)).toEqual([
    [
      ['a', 0, 100],
      ['b', 0, 50],
      ['c', 0, 70],
    ],
    220,
    0,
  ]);
  expect(shown(three, 120)).toEqual([
    [
      ['a', 100, 0],
      ['b', 20, 30],
      ['c', 0, 70],
    ],
    100,
    0,
  ]);
  expect(shown(three, 230)).toEqual([
    [
      ['a', 100, 0],
      ['b', 50, 0],
      ['c', 70, 0],
    ],
    0,
    10,
  ]);
});

test('a document that gives back pays others; one of nothing is settled', () => {
  expect(
    shown(
      [
        ['a', 100],
        ['b', -30],
        ['c', 0],
      ],
      50,
    ),
  ).toEqual([
    [
      ['a', 80, 20],
      ['b', -30, 0],
      ['c', 0, 0],
    ],
    20,
    0,
  ]);
  expect(shown([['a', -30]], 0)).toEqual([[['a', -30, 0]], 0, 30]);
});
