import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { type Affected, createLiveRounds, type LivePage, type RefreshTask } from './live-rounds.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A page on a machine that draws a round in so many milliseconds, by the clock of the test's own timers. */
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

test('the first change is shown at once, those that follow together a second later', async () => {
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

test('what changes while the page is loaded and drawn waits until it has come to rest', async () => {
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

test('however many messages come, drawing takes a twentieth of the time, and less calls go out', async () => {
  const { rounds, state, pass } = watched({ drawMs: 150 });
  for (let second = 0; second < 60; second += 1) {
    rounds.add(change('a'));
    await pass(1_000);
  }
  expect(state.drawn).toBeGreaterThan(15);
  expect(state.drawn * 150).toBeLessThanOrEqual(MINUTE_MS / 20 + 150);
});

test('all answers of a round are drawn in one piece', async () => {
  const { ran, rounds, state, pass } = watched();
  rounds.add(change('a', 'b', 'c'));
  await pass(2);
  expect([ran, state.drawn]).toEqual([[['a', 'b', 'c']], 1]);
});

test('a page that nobody sees asks for nothing, and for all that it missed when it is seen again', async () => {
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

test('a page that is hidden before its round begins does not begin it', async () => {
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

test('a round has so many calls at most; the others wait and are not lost', async () => {
  const { ran, rounds, pass } = watched({ mostCalls: 2 });
  rounds.add(change('c', 'a', 'b'));
  await pass(1);
  expect(ran).toEqual([['a', 'b']]);
  await pass(1_000);
  expect(ran).toEqual([['a', 'b'], ['c']]);
});

test('a change that names nobody renews what all changes touch', async () => {
  const { planned, rounds, pass } = watched();
  rounds.add(change());
  await pass(1);
  expect(planned).toHaveLength(1);
});

test('a failed call does not end the rounds', async () => {
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

test('after a lost connection everything is asked again, and nothing after the page is left', async () => {
  const { ran, rounds, pass } = watched();
  rounds.add({ customers: [], euis: [], all: true });
  await pass(1);
  expect(ran).toEqual([['everything']]);
  rounds.add(change('a'));
  rounds.stop();
  await pass(5_000);
  expect(ran).toHaveLength(1);
});
