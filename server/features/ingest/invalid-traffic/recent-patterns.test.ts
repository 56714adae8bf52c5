import { expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import type { EventsReader } from '#event-store/events-db.ts';
import { createPatternBook } from './recent-patterns.ts';

test('a process that started with an empty store also reads what other processes store', async () => {
  let nowMs = Date.parse('2026-11-29T12:00:00Z');
  const asked: unknown[] = [];
  const stream: EventsReader['stream'] = async function* ({ params }) {
    asked.push(params?.stored);
    yield* [];
  };
  const events = { stream } as EventsReader;
  const book = createPatternBook({ events, now: () => nowMs, shared: true });
  for (let reads = 0; reads < 2; reads += 1) {
    await book.refresh();
    nowMs += MINUTE_MS;
  }
  // The store rejects a negative number, because the parameter is a UInt32.
  expect(asked).toEqual([0, 0]);
});
