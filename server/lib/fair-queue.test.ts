import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const LIMITS = { atOnce: 3, atOncePerAccount: 2, waiting: 100, waitingPerAccount: 50 };
const patient = () => new AbortController().signal;

/** Creates a queue whose runs last until the test ends them by name. */
function openQueue(limits = LIMITS) {
  const queue = createFairQueue(limits);
  const order: string[] = [];
  const releases = new Map<string, () => void>();
  const ask = async (account: string, name: string, signal = patient()) => {
    const release = await queue.enter(account, signal);
    if (release === null) return 'refused';
    order.push(name);
    releases.set(name, release);
    return 'started';
  };
  return { ask, order, end: (name: string) => releases.get(name)?.(), settled: () => new Promise(setImmediate) };
}

test('an account runs two requests, and others do not wait for its many requests', async () => {
  const { ask, end, order, settled } = openQueue();
  for (let at = 1; at <= 12; at += 1) void ask('hungry', `hungry ${at}`);
  await settled();
  expect(order).toEqual(['hungry 1', 'hungry 2']);
  void ask('other', 'other 1');
  void ask('other', 'other 2');
  void ask('third', 'third 1');
  await settled();
  // The last slot is given to the other account. Then accounts alternate, each in its own order.
  expect(order.slice(2)).toEqual(['other 1']);
  end('hungry 1');
  await settled();
  expect(order.slice(3)).toEqual(['third 1']);
  end('third 1');
  end('other 1');
  await settled();
  expect(order.slice(4)).toEqual(['hungry 3', 'other 2']);
  end('hungry 2');
  end('hungry 2');
  await settled();
  expect(order.slice(6)).toEqual(['hungry 4']);
});

test('rejects too many requests of one account while others may still wait, and too many in total', async () => {
  const { ask, settled } = openQueue({ atOnce: 1, atOncePerAccount: 1, waiting: 4, waitingPerAccount: 2 });
  const first = ask('a', 'a1');
  const waiting = [ask('a', 'a2'), ask('a', 'a3')];
  await settled();
  expect(await first).toBe('started');
  expect(await ask('a', 'a4')).toBe('refused');
  waiting.push(ask('b', 'b1'), ask('b', 'b2'));
  await settled();
  expect(await ask('c', 'c1')).toBe('refused');
  expect(waiting).toHaveLength(4);
});

test('an aborted request leaves the queue at once', async () => {
  const { ask, end, order, settled } = openQueue({ atOnce: 1, atOncePerAccount: 1, waiting: 1, waitingPerAccount: 1 });
  void ask('a', 'a1');
  const gone = new AbortController();
  const left = ask('a', 'a2', gone.signal);
  await settled();
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(ask('a', 'a3', gone.signal)).rejects.toThrow('gone');
  void ask('b', 'b1');
  end('a1');
  await settled();
  expect(order).toEqual(['a1', 'b1']);
});

test('in any sequence, bounds hold, no place is lost, and every waiting request is served', async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(9)), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const queue = createFairQueue({ ...LIMITS, waiting: 1_000, waitingPerAccount: 1_000 });
      const running: { account: string; release: () => void }[] = [];
      const waiting: string[] = [];
      for (const [account, choice] of all) {
        if (choice < 6) {
          waiting.push(account);
          void queue.enter(account, patient()).then((release) => {
            if (release === null) throw new Error('refused');
            waiting.splice(waiting.indexOf(account), 1);
            running.push({ account, release });
          });
        } else running.splice(choice % Math.max(1, running.length), 1)[0]?.release();
        await new Promise(setImmediate);
        expect(running.length).toBeLessThanOrEqual(3);
        const of = (name: string) => running.filter((one) => one.account === name).length;
        for (const name of ['a', 'b', 'c', 'd']) expect(of(name)).toBeLessThanOrEqual(2);
        // A free slot is used whenever an account that may run is waiting.
        if (running.length < 3) for (const name of new Set(waiting)) expect(of(name)).toBe(2);
      }
      for (let round = 0; round < 200 && running.length > 0; round += 1) {
        running.shift()?.release();
        await new Promise(setImmediate);
      }
      expect(waiting).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
