import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendCsv, withFormula } from './send-csv.ts';

async function fileOf(texts: readonly string[]): Promise<string> {
  const app = Fastify();
  app.get('/', (_request, reply) =>
    sendCsv(reply, 'rows.csv', [{ name: 'text', value: (text: string) => text }], texts),
  );
  const { body } = await app.inject('/');
  await app.close();
  return body;
}

test.each(['=1+1', '+1 555 0100', '-2+3', '@SUM(A1)', '\t=1', '＝1', '＠x'])(
  'a spreadsheet does not carry out %j, and importing gives it back',
  async (text) => {
    expect(await fileOf([text])).toBe(`\ufefftext\r\n'${text}\r\n`);
    expect(withFormula(`'${text}`)).toBe(text);
  },
);

test('ordinary texts, also such as begin with an apostrophe, stay as they are', async () => {
  const texts = ['Pier House', "'s-Hertogenbosch", 'a=b'];
  expect(await fileOf(texts)).toBe(`\ufefftext\r\n${texts.join('\r\n')}\r\n`);
  expect(texts.map(withFormula)).toEqual(texts);
});

test('a file has a head, quotes what needs it, keeps numbers and is downloaded', async () => {
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
