import { expect, test } from 'vitest';
import { settleDocuments, settledParts } from './settled-documents.ts';

const shown = (documents: readonly [string, number][], paid: number) => {
  const { byId, open, ahead } = settleDocuments(
    documents.map(([id, cents]) => ({ id, cents })),
    paid,
  );
  return [[...byId].map(([id, one]) => [id, one.settled, one.open]), open, ahead];
};

test('payments settle the oldest document first, in part if they do not suffice, and the rest is credit', () => {
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

test('a credit note pays other documents, and a document of zero is settled', () => {
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

test('each settled cent of a document comes from one payment or from one credit note', () => {
  let seed = 7;
  const upTo = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % (most + 1);
  };
  for (let round = 0; round < 500; round++) {
    const documents = Array.from({ length: upTo(6) }, (_, at) => ({ id: `d${at}`, cents: upTo(300) - 80 }));
    const moves = Array.from({ length: upTo(5) }, (_, at) => ({ id: `p${at}`, cents: 1 + upTo(250) }));
    const paid = moves.reduce((all, { cents }) => all + cents, 0);
    const { byId, ahead } = settleDocuments(documents, paid);
    const parts = settledParts(documents, moves);
    const sum = (of: (part: (typeof parts)[number]) => boolean) =>
      parts.filter(of).reduce((all, { cents }) => all + cents, 0);
    for (const { id, cents } of documents) {
      expect(sum(({ document }) => document === id)).toBe(Math.max(0, byId.get(id)?.settled ?? 0));
      if (cents < 0) expect(sum(({ source }) => source === id)).toBeLessThanOrEqual(-cents);
    }
    for (const { id, cents } of moves) expect(sum(({ source }) => source === id)).toBeLessThanOrEqual(cents);
    const given = documents.reduce((all, { cents }) => all + Math.max(0, -cents), paid);
    expect(sum(() => true) + ahead).toBe(given);
    expect(parts.every(({ cents }) => cents > 0)).toBe(true);
    // Refund the credit in one refund or two. Each document stays settled as before, by the same money.
    const first = upTo(ahead);
    const refunds = [first, ahead - first].map((cents, at) => ({ id: `r${at}`, cents: -cents }));
    const rest = settleDocuments(documents, paid - ahead);
    expect([rest.open, rest.ahead, [...rest.byId]]).toEqual([settleDocuments(documents, paid).open, 0, [...byId]]);
    expect(settledParts(documents, [...moves, ...refunds])).toEqual(parts);
  }
});
