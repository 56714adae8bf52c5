import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSseParser } from './event-stream.ts';

const STREAM = 'event: change\ndata: {"euis":["a"]}\n\n: a comment\n\nevent: ping\ndata: 1\ndata: 2\r\n\r\ndata:x\n\n';
const EVENTS = [
  { name: 'change', data: '{"euis":["a"]}' },
  { name: 'ping', data: '1\n2' },
  { name: 'message', data: 'x' },
];

test('parses names and data; comments and fields without data are not events', () => {
  expect(createSseParser()(STREAM)).toEqual(EVENTS);
  expect(createSseParser()('event: empty\n\nid: 4\n\n')).toEqual([]);
});

test('parses the same events however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: STREAM.length })), (cuts) => {
      const parse = createSseParser();
      const marks = [0, ...cuts.toSorted((a, b) => a - b), STREAM.length];
      const events = marks.slice(1).flatMap((end, index) => parse(STREAM.slice(marks[index], end)));
      expect(events).toEqual(EVENTS);
    }),
  );
});
