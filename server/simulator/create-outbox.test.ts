import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OutletEvent } from '#contract/ingest.ts';
import { createOutbox, createTally } from './create-outbox.ts';
import { type Outcome, retryAfterMs } from './report-events.ts';

const event = (type: OutletEvent['type'] = 'view'): OutletEvent => ({
  id: randomUUID(),
  type,
  eui: '70b3d50000000001',
  timestamp: '2026-11-21T12:00:00Z',
});
const answered = (events: readonly OutletEvent[]): Outcome => ({
  kind: 'answered',
  answer: { accepted: events.length, duplicate: 0, rejected: 0, results: [] },
});
const LATER: Outcome = { kind: 'later', reason: '503', afterMs: 0 };

/** Creates an outbox whose calls are answered by `answer`, in turn. `calls` contains the event IDs of each call. */
function outboxWith(answer: (events: readonly OutletEvent[], call: number) => Outcome, mostKept = 100) {
  const calls: string[][] = [];
  const tally = createTally();
  const report = async (_key: string, take: () => readonly OutletEvent[]) => {
    const events = take();
    calls.push(events.map(({ id }) => id));
    await Promise.resolve();
    return answer(events, calls.length);
  };
  const outbox = createOutbox({ report, key: 'k', tally, random: () => 0.5, mostKept, haste: 1_000 });
  return { outbox, calls, tally };
}

test('resends unacknowledged events with the same ids together, and newer ones after them', async () => {
  const { outbox, calls, tally } = outboxWith((events, call) => (call < 3 ? LATER : answered(events)));
  const [first, second] = [event(), event()];
  outbox.add(first);
  outbox.add(second);
  await outbox.drained();
  expect(calls).toEqual([[first.id], [first.id], [first.id], [second.id]]);
  expect(tally).toMatchObject({ sent: 4, accepted: 2, failures: 2, lastReason: '503' });
  expect(outbox.waiting()).toBe(0);
});

test('keeps a limited number of the newest events during an outage, and never drops one that is being sent', async () => {
  let isUp = false;
  const { outbox, calls, tally } = outboxWith((events) => (isUp ? answered(events) : LATER), 10);
  const events = Array.from({ length: 25 }, () => event());
  for (const one of events) outbox.add(one);
  expect(outbox.waiting()).toBe(11);
  expect(tally.dropped).toBe(14);
  isUp = true;
  await outbox.drained();
  const kept = [events[0], ...events.slice(15)].map((one) => one?.id);
  expect([...new Set(calls.flat())]).toEqual(kept);
  expect(tally.accepted).toBe(11);
});

test('keeps the newest waiting heartbeat', async () => {
  let isUp = false;
  const { outbox, tally } = outboxWith((events) => (isUp ? answered(events) : LATER));
  for (let count = 0; count < 20; count += 1) outbox.add(event('heartbeat'));
  expect(outbox.waiting()).toBe(2);
  isUp = true;
  await outbox.drained();
  expect(tally).toMatchObject({ accepted: 2, dropped: 0 });
});

test('halves a batch that is too large, and drops one that is refused', async () => {
  const { outbox, calls, tally } = outboxWith((events, call) => {
    if (call === 1) return LATER;
    if (events.length > 2) return { kind: 'too-large', reason: '413' };
    return call === 2 ? { kind: 'refused', reason: '400' } : answered(events);
  });
  for (let count = 0; count < 9; count += 1) outbox.add(event());
  await outbox.drained();
  expect(calls.map(({ length }) => length)).toEqual([1, 1, 8, 4, 2, 2, 2, 2]);
  expect(tally).toMatchObject({ rejected: 1, accepted: 8 });
});

test('resends a click that came before its view, because the answer named a delay', async () => {
  const { outbox, calls, tally } = outboxWith((events, call) => {
    if (call > 1) return answered(events);
    const results = events.map(({ id }, index) => ({ index, id, status: 'rejected' as const, retry_after: 10 }));
    return { kind: 'answered', answer: { accepted: 0, duplicate: 0, rejected: 1, results } };
  });
  const click = event('click');
  outbox.add(click);
  await outbox.drained();
  expect(calls).toEqual([[click.id], [click.id]]);
  expect(tally).toMatchObject({ accepted: 1, rejected: 1 });
});

test('a lost answer costs at most one more request', async () => {
  const tally = createTally();
  const draws = [0.001, 0.5];
  const seen: string[] = [];
  const outbox = createOutbox({
    report: async (_key, take) => {
      const events = take();
      seen.push(...events.map(({ id }) => id));
      return answered(events);
    },
    key: 'k',
    tally,
    random: () => draws.shift() ?? 0.5,
    mostKept: 10,
  });
  const one = event();
  outbox.add(one);
  await outbox.drained();
  expect(seen).toEqual([one.id, one.id]);
});

test('stops at once while it waits for its next try', async () => {
  const { outbox } = outboxWith(() => ({ ...LATER, afterMs: 1e9 }));
  outbox.add(event());
  await Promise.resolve();
  outbox.stop();
  await outbox.drained();
  expect(outbox.waiting()).toBe(1);
});

test('reads the requested delay, in seconds or as a date', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  expect(retryAfterMs(null, now)).toBe(0);
  expect(retryAfterMs('7', now)).toBe(7_000);
  expect(retryAfterMs('Sat, 21 Nov 2026 12:00:30 GMT', now)).toBe(30_000);
  expect(retryAfterMs('soon', now)).toBe(0);
});
