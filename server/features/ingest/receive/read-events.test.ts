import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MALFORMED, unreadBatch } from './read-events.ts';

const body = (text: string) => Buffer.from(text);
const readEvents = (sent: Buffer, isNdjson: boolean) => unreadBatch(sent, isNdjson).read();

test('reads the same events from an array, one object and lines', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 5 }), (events) => {
      const expected = JSON.parse(JSON.stringify(events));
      const lines = events.map((event) => JSON.stringify(event)).join('\r\n');
      expect(readEvents(body(JSON.stringify(events, null, 2)), false)).toEqual(expected);
      expect(readEvents(body(`\n${lines}\n\n`), true)).toEqual(expected);
      expect(readEvents(body(JSON.stringify(events[0], null, 1)), false)).toEqual([expected[0]]);
    }),
  );
});

test('accepts lines as JSON and an array as NDJSON, and skips a byte order mark', () => {
  expect(readEvents(body('{"a":1}\n{"a":2}'), false)).toEqual([{ a: 1 }, { a: 2 }]);
  expect(readEvents(body('[{"a":1},{"a":2}]'), true)).toEqual([{ a: 1 }, { a: 2 }]);
  expect(readEvents(body('\uFEFF[{"a":1}]'), false)).toEqual([{ a: 1 }]);
});

test('never promises fewer events than a batch has', () => {
  const separator = fc.constantFrom(', ', '\n', '\r\n', '\n\n');
  const sent = fc
    .tuple(fc.boolean(), separator, fc.array(fc.jsonValue(), { minLength: 1, maxLength: 8 }))
    .map(([isArray, between, values]) => {
      const texts = values.map((value) => JSON.stringify(value));
      return isArray ? `\uFEFF [${texts.join(',\n')}]` : texts.join(between);
    });
  fc.assert(
    fc.property(sent, fc.boolean(), (text, isNdjson) => {
      const { atMost, read } = unreadBatch(body(text), isNdjson);
      expect(atMost).toBeGreaterThanOrEqual(countOf(read));
    }),
  );
  expect(unreadBatch(body(JSON.stringify([{ a: '",[{' }, { a: [1, 2] }, 3])), false).atMost).toBe(3);
  expect(unreadBatch(body('[]\n0'), true).atMost).toBe(2);
  expect(unreadBatch(body('[\n{"a":1,"b":2}\n{"a":1}'), true).atMost).toBe(3);
});

const countOf = (read: () => readonly unknown[]): number => {
  try {
    return read().length;
  } catch {
    return 0;
  }
};

test('rejects only a line that is not JSON or not UTF-8', () => {
  const broken = Buffer.concat([body('{"a":1}\n{"a":\n{"a":"'), Buffer.from([0xff]), body('"}\n{"a":4}')]);
  expect(readEvents(broken, true)).toEqual([{ a: 1 }, MALFORMED, MALFORMED, { a: 4 }]);
  expect(readEvents(body('[]\n{"a":2}'), true)).toEqual([[], { a: 2 }]);
  expect(readEvents(body('[{"a":1},\n{"a":2}'), true)).toEqual([MALFORMED, { a: 2 }]);
});

test.each([
  ['', 'empty'],
  [' \n\t', 'empty'],
  ['[]', 'array is empty'],
  ['[{"a":1},\n{"a":}]', 'character 16 (line 2)'],
  ['[{"a":1}', 'character 9 (line 1)'],
  ['{"a":', 'not valid JSON'],
  ['['.repeat(1_000_000), 'nested too deeply'],
  [`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`, 'nested too deeply'],
])('rejects body %# completely with a message', (text, why) => {
  expect(() => readEvents(body(text), false)).toThrow(expect.objectContaining({ statusCode: 400 }));
  expect(() => readEvents(body(text), false)).toThrow(why);
});

test('rejects more than 10,000 events, in an array and in lines', () => {
  const events = Array.from({ length: 10_001 }, () => '{}');
  for (const text of [`[${events.join(',')}]`, events.join('\n')]) {
    expect(() => readEvents(body(text), true)).toThrow(expect.objectContaining({ statusCode: 413 }));
  }
  expect(readEvents(body(events.slice(1).join('\n')), true)).toHaveLength(10_000);
});
