import fc from 'fast-check';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { withFormula, withoutFormula } from '#domain/spreadsheet-text.ts';
import { sendCsv } from './send-csv.ts';

async function fileOf(texts: readonly string[]): Promise<string> {
  const app = Fastify();
  app.get('/', (_request, reply) =>
    sendCsv(reply, 'rows.csv', [{ name: 'text', value: (text: string) => text }], texts),
  );
  const { body } = await app.inject('/');
  await app.close();
  return body;
}

test.each([
  ['=1+1', "'=1+1"],
  ['+1 555 0100', "'+1 555 0100"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['  =1', "  '=1"],
  ['\u00a0\u200b@x', "\u00a0\u200b'@x"],
  ['x;=cmd', "x;'=cmd"],
  ['x; -1;y;＋2', "x; '-1;y;'＋2"],
  ["'=1", "''=1"],
  ["x;''@a", "x;'''@a"],
])('a spreadsheet does not run %j as a formula, and an import restores it', async (text, harmless) => {
  expect(await fileOf([text])).toBe(`\ufefftext\r\n${harmless}\r\n`);
  expect(withFormula(harmless)).toBe(text);
});

test('no part of a line begins a formula, however a spreadsheet splits it, and nothing is lost', async () => {
  const begins = /^[\s\p{Z}\p{Cf}"]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u;
  const part = fc.constantFrom(...'=+-@＝﹣;\t\n\r \u00a0\ufeff"\'a1,');
  const texts = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(fc.oneof(texts, fc.string({ unit: 'grapheme' })), async (text) => {
      expect(withFormula(withoutFormula(text))).toBe(text);
      const file = await fileOf([text]);
      for (const piece of file.slice('\ufefftext\r\n'.length).split(/[;\t\r\n]/)) expect(piece).not.toMatch(begins);
    }),
    { numRuns: 200 },
  );
});

test('leaves ordinary texts unchanged, even with a leading apostrophe', async () => {
  const texts = ['Pier House', "'s-Hertogenbosch", 'a=b'];
  expect(await fileOf(texts)).toBe(`\ufefftext\r\n${texts.join('\r\n')}\r\n`);
  expect(texts.map(withFormula)).toEqual(texts);
});

test('a file has a header, quotes where needed, keeps numbers and is sent as a download', async () => {
  const app = Fastify();
  const columns = [
    { name: 'name', value: (row: { name: string }) => row.name },
    { name: 'longitude', value: () => -74.5 },
    { name: 'nothing', value: () => null },
  ];
  app.get('/', (_request, reply) => sendCsv(reply, 'rows.csv', columns, [{ name: 'A, "B"' }, { name: '=1' }]));
  const answer = await app.inject('/');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="rows.csv"');
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.body).toBe('\ufeffname,longitude,nothing\r\n"A, ""B""",-74.5,\r\n\'=1,-74.5,\r\n');
  await app.close();
});
