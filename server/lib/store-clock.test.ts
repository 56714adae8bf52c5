import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { createStoreClock } from './store-clock.ts';

const STORE_MS = Date.UTC(2026, 10, 21, 12);

function clockAhead(aheadMs: number) {
  /** The process's clock. `setMs` is the amount by which the clock was set. The monotonic clock is not set. */
  const own = { ms: STORE_MS + aheadMs, setMs: 0 };
  const store = { ms: STORE_MS, isAway: false };
  const clock = createStoreClock({
    own: () => own.ms,
    monotonic: () => own.ms - own.setMs,
    readStore: async () => {
      if (store.isAway) throw new Error('away');
      return store.ms;
    },
  });
  return { clock, own, store };
}
const about = (ms: number) => expect.toSatisfy((one: number) => Math.abs(one - ms) < SECOND_MS);

test.each([-2 * DAY_MS, -10 * MINUTE_MS, -61_000, 61_000, 10 * MINUTE_MS, 2 * DAY_MS])(
  "a process whose clock is %i ms off uses its store's clock and reports its own as wrong",
  async (aheadMs) => {
    const { clock } = clockAhead(aheadMs);
    await clock.look();
    expect(clock.now()).toEqual(about(STORE_MS));
    expect(clock.skewMs()).toEqual(about(aheadMs));
    expect(clock.isWrong()).toBe(true);
  },
);

test.each([-30_000, 30_000])('corrects %i ms without reporting a fault', async (aheadMs) => {
  const { clock } = clockAhead(aheadMs);
  await clock.look();
  expect(clock.now()).toEqual(about(STORE_MS));
  expect(clock.isWrong()).toBe(false);
});

test('a difference below a second changes nothing, so that time does not jump', async () => {
  const { clock, own } = clockAhead(300);
  await clock.look();
  expect(clock.now()).toBe(own.ms);
});

test('keeps the last measurement if the store does not answer, and a corrected clock counts as right again', async () => {
  const { clock, own, store } = clockAhead(10 * MINUTE_MS);
  await clock.look();
  store.isAway = true;
  await clock.look();
  expect(clock.now()).toEqual(about(STORE_MS));
  own.ms = STORE_MS;
  store.isAway = false;
  await clock.look();
  expect([clock.now(), clock.isWrong()]).toEqual([STORE_MS, false]);
});

test('with embedded stores, the clock is that of the process', async () => {
  const clock = createStoreClock({ own: () => STORE_MS, readStore: null });
  await clock.look();
  expect([clock.now(), clock.skewMs(), clock.isWrong()]).toEqual([STORE_MS, 0, false]);
});

const set = (own: { ms: number; setMs: number }, ms: number) =>
  Object.assign(own, { ms: own.ms + ms, setMs: own.setMs + ms });

test.each([-2 * DAY_MS, -61_000, 61_000, 10 * MINUTE_MS])(
  'setting the clock by %i ms between two measurements changes nothing, even after it is set back',
  async (ms) => {
    const { clock, own } = clockAhead(0);
    await clock.look();
    set(own, ms);
    expect([clock.now(), clock.isWrong(), clock.jumpMs()]).toEqual([STORE_MS, true, ms]);
    await clock.look();
    expect(clock.now()).toEqual(about(STORE_MS));
    expect([clock.isWrong(), clock.jumpMs()]).toEqual([true, 0]);
    set(own, -ms);
    expect(clock.now()).toEqual(about(STORE_MS));
    await clock.look();
    expect(clock.now()).toEqual(about(STORE_MS));
    expect(clock.isWrong()).toBe(false);
  },
);

test('with embedded stores, a set clock applies once it stays set for a measurement', async () => {
  const own = { ms: STORE_MS, setMs: 0 };
  const clock = createStoreClock({ own: () => own.ms, monotonic: () => own.ms - own.setMs, readStore: null });
  set(own, DAY_MS);
  expect([clock.now(), clock.isWrong()]).toEqual([STORE_MS, true]);
  await clock.look();
  expect([clock.now(), clock.isWrong()]).toEqual([STORE_MS, true]);
  // If the clock is set back before the next measurement, the change never takes effect.
  set(own, -DAY_MS);
  expect([clock.now(), clock.isWrong()]).toEqual([STORE_MS, false]);
  await clock.look();
  set(own, DAY_MS);
  await clock.look();
  await clock.look();
  expect([clock.now(), clock.isWrong()]).toEqual([STORE_MS + DAY_MS, false]);
});

test('follows a clock that is slewed', () => {
  const own = { ms: STORE_MS, setMs: 0 };
  const clock = createStoreClock({ own: () => own.ms, monotonic: () => own.ms - own.setMs, readStore: null });
  set(own, 30_000);
  expect([clock.now(), clock.isWrong()]).toEqual([STORE_MS + 30_000, false]);
});

test('instants are whole milliseconds, even while a clock is set, regardless of the monotonic clock', () => {
  const own = { ms: STORE_MS, setMs: 0 };
  const clock = createStoreClock({ own: () => own.ms, monotonic: () => own.ms - own.setMs + 0.37, readStore: null });
  set(own, DAY_MS);
  Object.assign(own, { setMs: own.setMs + 0.41 });
  expect(Number.isInteger(clock.now())).toBe(true);
  expect(clock.isWrong()).toBe(true);
});
