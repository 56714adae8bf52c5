import { expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { createLateWeeksTurn } from './seal-job.ts';
import { NOTHING_SEALED } from './seal-ledger.ts';

const sealOf = (events: number) => ({ ...NOTHING_SEALED, weeks: new Map([['2026-06-01', { number: 1, events }]]) });

test('a sealed week waits one minute per million events, and a small or unknown week never waits', () => {
  let nowMs = 0;
  const turn = createLateWeeksTurn(() => nowMs);
  expect(turn.waiting(sealOf(25_000_000))).toEqual([]);
  turn.sealed(['2026-06-01', '2026-06-08']);
  expect(turn.waiting(sealOf(25_000_000))).toEqual(['2026-06-01']);
  nowMs = 25 * MINUTE_MS - 1;
  expect(turn.waiting(sealOf(25_000_000))).toEqual(['2026-06-01']);
  nowMs += 1;
  expect(turn.waiting(sealOf(25_000_000))).toEqual([]);
  turn.sealed(['2026-06-01']);
  expect(turn.waiting(sealOf(999_999))).toEqual([]);
});

test('a clock that was set back delays nothing', () => {
  let nowMs = MINUTE_MS;
  const turn = createLateWeeksTurn(() => nowMs);
  turn.sealed(['2026-06-01']);
  nowMs = 0;
  expect(turn.waiting(sealOf(25_000_000))).toEqual([]);
});
