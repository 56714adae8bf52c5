import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderParameters } from './read-sessions.ts';
import { openTestEvents, type TestEvents } from './testing/open-test-events.ts';

let store: TestEvents;
beforeAll(async () => {
  store = await openTestEvents();
});
afterAll(() => store.close());

const echo = async (text: string, words: readonly string[], ids: readonly bigint[]) => {
  const sql = 'SELECT {text:String} AS text, {words:Array(String)} AS words, {ids:Array(UInt64)} AS ids';
  const params = { text, words, ids };
  const [row] = await store.events.query<{ text: string; words: string[]; ids: string[] }>({
    sql,
    params,
    scope: { kind: 'all' },
  });
  return row;
};

test('returns any text and number unchanged', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 });
  const hostile = fc.constantFrom(
    `'`,
    `\\`,
    `\\'`,
    `'; DROP TABLE events; --`,
    '\\x27',
    '\0',
    '\t\n\r',
    '{x:String}',
    '😀',
  );
  const id = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(text, hostile),
      fc.array(fc.oneof(text, hostile)),
      fc.array(id),
      async (one, words, ids) => {
        expect(await echo(one, words, ids)).toEqual({ text: one, words, ids: ids.map(String) });
      },
    ),
    { numRuns: 150 },
  );
});

test('a statement contains no quote or backslash of a value unescaped', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (text, words) => {
      expect(renderParameters({ text, words })).toMatch(
        /^param_text = '(?:[\w ,.:[\]+-]|\\x[0-9a-f]{2})*', param_words = '(?:[\w ,.:[\]+-]|\\x[0-9a-f]{2})*'$/,
      );
    }),
  );
});

test('binds tens of thousands of ids at once', async () => {
  const ids = [...Array(30_000).keys()].map((n) => 2n ** 63n + BigInt(n));
  expect((await echo('', [], ids))?.ids).toHaveLength(ids.length);
});

test('rejects a number that has already lost digits', () => {
  expect(() => renderParameters({ id: 2 ** 60 })).toThrow(RangeError);
  expect(() => renderParameters({ id: Number.NaN })).toThrow(RangeError);
});
