import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { FIRST_RULES } from '#domain/judging-rules.ts';
import type { EventsRead, EventsReader } from '../../databases/events/events-db.ts';
import { createPaceBook, type PacedView } from './pace-book.ts';

const NOW = 1_795_363_200_000;
const VISITOR = 'ab'.repeat(16);
let serial = 0n;

const view = (atMs: number, more: Partial<PacedView> = {}): PacedView => {
  serial += 1n;
  const who = { eventId: serial, customerKey: 1, outletKey: Number(serial), fingerprint: VISITOR };
  return { ...who, atMs, seconds: 0, reason: null, ...more };
};
const views = (count: number, fromMs: number) => Array.from({ length: count }, (_, at) => view(fromMs + at));
const stored = ({ eventId, outletKey, fingerprint, atMs }: PacedView) => ({
  ...{ id: String(eventId), outlet: outletKey, visitor: fingerprint, at: String(atMs), flight: 0, cryptic: '' },
});

/** A store with these views, and what it was asked. */
function storeOf(rows: readonly PacedView[]) {
  const asked: EventsRead[] = [];
  const stream = async function* (read: EventsRead) {
    asked.push(read);
    yield* rows.filter(({ atMs }) => atMs >= Number(read.params?.from)).map(stored);
  };
  return { asked, events: { stream } as unknown as EventsReader };
}
const load = async () => () => 15;
const open = (rows: readonly PacedView[] = [], shared = false) => {
  const { asked, events } = storeOf(rows);
  const book = createPaceBook({ events, now: () => NOW, shared });
  const judge = async (some: readonly PacedView[]) =>
    book.judge(some, FIRST_RULES, await book.look(some, FIRST_RULES, load));
  return { asked, book, judge };
};

test('batches at the same time cannot pass each other, and what was not stored is in nobody’s way', async () => {
  const { book, judge, asked } = open();
  const batches = [views(20, NOW - MINUTE_MS), views(20, NOW - MINUTE_MS)];
  const [one, other] = await Promise.all(batches.map(judge));
  expect([one?.size, other?.size]).toEqual([0, 10]);
  book.forget(batches[0] ?? []);
  expect((await judge(views(25, NOW))).size).toBe(5);
  // Twice, when it began: nothing new, and nothing old.
  expect(asked).toHaveLength(2);
  expect((await judge(views(31, NOW - 20 * HOUR_MS))).size).toBe(1);
  expect(asked).toHaveLength(2);
});

test('it knows at the start what was stored before, and asks for what is older', async () => {
  const { judge, asked } = open([...views(30, NOW - 5 * HOUR_MS), ...views(30, NOW - MINUTE_MS)]);
  expect((await judge([view(NOW)])).size).toBe(1);
  expect(asked).toHaveLength(1);
  expect((await judge([view(NOW - 5 * HOUR_MS)])).size).toBe(1);
  expect(asked.length).toBeGreaterThan(1);
});

test('where other processes store as well the store is asked each time, and no view is counted twice', async () => {
  const rows = views(20, NOW - MINUTE_MS);
  const { judge } = open(rows, true);
  expect((await judge(rows)).size).toBe(0);
  expect((await judge(views(11, NOW))).size).toBe(1);
});

test('a view that is invalid for a later reason is in nobody’s way', async () => {
  const { judge } = open();
  await judge(views(30, NOW - MINUTE_MS).map((one) => ({ ...one, reason: 'data_centre' as const })));
  expect((await judge([view(NOW)])).size).toBe(0);
});
