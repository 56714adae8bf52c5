import { expect, test } from 'vitest';
import { parseInTurns } from './embedded-engine.ts';

async function piecesOf(lines: string): Promise<unknown[][]> {
  const pieces: unknown[][] = [];
  for await (const piece of parseInTurns(lines)) pieces.push(piece);
  return pieces;
}

test('a large answer comes in pieces of whole rows, and other work runs between them', async () => {
  const rows = Array.from({ length: 20_000 }, (_, key) => ({ key, text: `line\n${key} "quoted", é` }));
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const pieces = await piecesOf(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  isDone = true;
  expect(pieces.flat()).toEqual(rows);
  expect(pieces.length).toBeGreaterThan(2);
  expect(turns).toBeGreaterThanOrEqual(pieces.length - 1);
});

test('a small answer is one piece, and an empty one is none', async () => {
  expect(await piecesOf('{"a":1}\n{"a":2}')).toEqual([[{ a: 1 }, { a: 2 }]]);
  expect(await piecesOf('')).toEqual([]);
});
