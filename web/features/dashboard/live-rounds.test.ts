import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Affected, createLiveRounds, type RefreshTask } from './live-rounds.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function watched(mostCalls = 8) {
  const ran: string[][] = [];
  const plan = ({ all, customers }: Affected): RefreshTask[] => {
    ran.push([]);
    return (all ? ['everything'] : [...customers]).map((key) => ({
      key,
      rank: key.charCodeAt(0),
      run: async () => void ran.at(-1)?.push(key),
    }));
  };
  return { ran, rounds: createLiveRounds({ plan, gapMs: 1_000, mostCalls }) };
}
const change = (...customers: string[]) => ({ customers, euis: [] });

test('the first change is shown at once, those that follow together a second later', async () => {
  const { ran, rounds } = watched();
  rounds.add(change('a'));
  await vi.advanceTimersByTimeAsync(1);
  expect(ran).toEqual([['a']]);
  rounds.add(change('b'));
  rounds.add(change('c', 'b'));
  await vi.advanceTimersByTimeAsync(900);
  expect(ran).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(ran).toEqual([['a'], ['b', 'c']]);
});

test('a round has so many calls at most; the others wait and are not lost', async () => {
  const { ran, rounds } = watched(2);
  rounds.add(change('c', 'a', 'b'));
  await vi.advanceTimersByTimeAsync(1);
  expect(ran).toEqual([['a', 'b']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ran).toEqual([['a', 'b'], ['c']]);
});

test('a failed call does not end the rounds', async () => {
  let calls = 0;
  const run = async () => {
    calls += 1;
    throw new Error('unreachable');
  };
  const rounds = createLiveRounds({ plan: () => [{ key: 'x', rank: 0, run }], gapMs: 1_000, mostCalls: 8 });
  rounds.add(change('a'));
  await vi.advanceTimersByTimeAsync(1);
  rounds.add(change('a'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toBe(2);
});

test('after a lost connection everything is asked again, and nothing after the page is left', async () => {
  const { ran, rounds } = watched();
  rounds.add({ customers: [], euis: [], all: true });
  await vi.advanceTimersByTimeAsync(1);
  expect(ran).toEqual([['everything']]);
  rounds.add(change('a'));
  rounds.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ran).toHaveLength(1);
});
