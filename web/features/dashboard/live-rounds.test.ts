import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { type Affected, createLiveRounds, type LivePage, type RefreshTask } from './live-rounds.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/**
 * Returns a stub page on a machine that draws a round in the given number of milliseconds, measured with the test's
 * fake timers.
 */
function pageOf({ drawMs = 0, settleMs = 0 } = {}) {
  let passedMs = 0;
  const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
  const state = { isHidden: false, drawMs, drawn: 0 };
  const page: LivePage = {
    nowMs: () => passedMs,
    isHidden: () => state.isHidden,
    whenSettled: () => (settleMs > 0 ? pause(settleMs) : Promise.resolve()),
    async draw(puts) {
      for (const put of puts) put();
      state.drawn += 1;
      await pause(state.drawMs);
    },
  };
  const pass = async (ms: number) => {
    const step = Math.min(ms, 10);
    for (let left = ms; left > 0; left -= step) {
      passedMs += step;
      await vi.advanceTimersByTimeAsync(step);
    }
  };
  return { page, state, pass };
}

function watched({ mostCalls = 8, ...how }: { mostCalls?: number; drawMs?: number; settleMs?: number } = {}) {
  const ran: string[][] = [];
  const planned: Affected[] = [];
  const plan = (affected: Affected): RefreshTask[] => {
    const { all, customers } = affected;
    ran.push([]);
    planned.push(affected);
    return (all ? ['everything'] : [...customers]).map((key) => ({
      key,
      rank: key.charCodeAt(0),
      ask: async () => () => void ran.at(-1)?.push(key),
    }));
  };
  const { page, state, pass } = pageOf(how);
  return { ran, planned, state, pass, rounds: createLiveRounds({ plan, gapMs: 1_000, mostCalls, page }) };
}
const change = (...customers: string[]) => ({ customers, euis: [] });

test('shows the first change at once, and the following ones together a second later', async () => {
  const { ran, rounds, pass } = watched();
  await pass(1);
  rounds.add(change('a'));
  await pass(1);
  expect(ran).toEqual([['a']]);
  rounds.add(change('b'));
  rounds.add(change('c', 'b'));
  await pass(900);
  expect(ran).toHaveLength(1);
  await pass(200);
  expect(ran).toEqual([['a'], ['b', 'c']]);
});

test('holds changes during loading and drawing until the page has settled', async () => {
  const { ran, rounds, pass } = watched({ settleMs: 3_000 });
  rounds.add(change('a'));
  await pass(2_900);
  rounds.add(change('b'));
  expect(ran).toEqual([]);
  await pass(200);
  expect(ran).toEqual([['a', 'b']]);
});

test.each([
  ['a fast machine sees what is new each second', 20, 1_000],
  ['a slow one rests nineteen times as long as it draws', 200, 4_000],
  ['the slowest still sees it in eight seconds', 2_000, 10_000],
])('%s', async (_, drawMs, apartMs) => {
  const { rounds, state, pass } = watched({ drawMs });
  await pass(1);
  rounds.add(change('a'));
  await pass(1);
  expect(state.drawn).toBe(1);
  rounds.add(change('b'));
  await pass(apartMs - 20);
  expect(state.drawn).toBe(1);
  await pass(40);
  expect(state.drawn).toBe(2);
});

test('limits drawing to a twentieth of the time for any number of messages, with fewer calls', async () => {
  const { rounds, state, pass } = watched({ drawMs: 150 });
  for (let second = 0; second < 60; second += 1) {
    rounds.add(change('a'));
    await pass(1_000);
  }
  expect(state.drawn).toBeGreaterThan(15);
  expect(state.drawn * 150).toBeLessThanOrEqual(MINUTE_MS / 20 + 150);
});

test('draws all answers of a round together', async () => {
  const { ran, rounds, state, pass } = watched();
  rounds.add(change('a', 'b', 'c'));
  await pass(2);
  expect([ran, state.drawn]).toEqual([[['a', 'b', 'c']], 1]);
});

test('makes no calls while the page is hidden, and catches up once it is visible', async () => {
  const { ran, planned, rounds, state, pass } = watched();
  await pass(1);
  state.isHidden = true;
  rounds.add(change('a'));
  await pass(MINUTE_MS);
  rounds.add(change('b'));
  expect(ran).toEqual([]);
  state.isHidden = false;
  rounds.wake();
  await pass(1);
  expect(ran).toEqual([['a', 'b']]);
  state.isHidden = true;
  rounds.add({ customers: [], euis: Array.from({ length: 3_000 }, (_, index) => `${index}`) });
  state.isHidden = false;
  rounds.wake();
  await pass(1_000);
  expect(planned.at(-1)).toEqual({ all: true, customers: new Set(), euis: new Set() });
});

test('skips a round if the page is hidden before it starts', async () => {
  const { ran, rounds, state, pass } = watched();
  await pass(1);
  rounds.add(change('a'));
  await pass(1);
  rounds.add(change('b'));
  state.isHidden = true;
  await pass(5_000);
  expect(ran).toEqual([['a']]);
  state.isHidden = false;
  rounds.wake();
  await pass(1);
  expect(ran).toEqual([['a'], ['b']]);
});

test('limits the calls of a round, and runs the others later', async () => {
  const { ran, rounds, pass } = watched({ mostCalls: 2 });
  rounds.add(change('c', 'a', 'b'));
  await pass(1);
  expect(ran).toEqual([['a', 'b']]);
  await pass(1_000);
  expect(ran).toEqual([['a', 'b'], ['c']]);
});

test('renews the answers that every change affects for a change without ids', async () => {
  const { planned, rounds, pass } = watched();
  rounds.add(change());
  await pass(1);
  expect(planned).toHaveLength(1);
});

test('continues the rounds after a failed call', async () => {
  let calls = 0;
  const ask = async () => {
    calls += 1;
    throw new Error('unreachable');
  };
  const { page, pass } = pageOf();
  const rounds = createLiveRounds({ plan: () => [{ key: 'x', rank: 0, ask }], gapMs: 1_000, mostCalls: 8, page });
  rounds.add(change('a'));
  await pass(1);
  rounds.add(change('a'));
  await pass(1_000);
  expect(calls).toBe(2);
});

test('renews everything after a lost connection, and nothing after the page is left', async () => {
  const { ran, rounds, pass } = watched();
  rounds.add({ customers: [], euis: [], all: true });
  await pass(1);
  expect(ran).toEqual([['everything']]);
  rounds.add(change('a'));
  rounds.stop();
  await pass(5_000);
  expect(ran).toHaveLength(1);
});
