import { expect, test } from 'vitest';
import { createSingleFlight, singleFlight } from './single-flight.ts';

/** Creates work that counts its starts, and ends when the test ends it. */
function controlled() {
  const ends: ((end: () => number | Error) => void)[] = [];
  let begun = 0;
  const work = async () => {
    begun += 1;
    const end = await new Promise<() => number | Error>((resolve) => ends.push(resolve));
    const result = end();
    if (result instanceof Error) throw result;
    return result;
  };
  return { work, begun: () => begun, end: (result: number | Error) => ends.shift()?.(() => result) };
}

test('callers during a run share its result, and a later call starts a new run', async () => {
  const { work, begun, end } = controlled();
  const look = singleFlight('while it runs', work);
  const calls = [look(), look(), look()];
  end(7);
  expect([await Promise.all(calls), begun()]).toEqual([[7, 7, 7], 1]);
  const failing = [look(), look()];
  end(new Error('away'));
  expect(await Promise.allSettled(failing)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  const again = look();
  end(8);
  expect([await again, begun()]).toEqual([8, 3]);
});

test('keeps a result unless it failed', async () => {
  const { work, begun, end } = controlled();
  const load = singleFlight('unless it fails', work);
  const first = load();
  end(new Error('away'));
  await expect(first).rejects.toThrow('away');
  const second = load();
  end(5);
  expect([await second, await load(), await load(), begun()]).toEqual([5, 5, 5, 2]);
});

test('runs of different names do not wait for each other', async () => {
  const one = controlled();
  const other = controlled();
  const share = createSingleFlight<number>('while it runs');
  const calls = [share(one.work, 'one'), share(other.work, 'other'), share(one.work, 'one')];
  other.end(2);
  expect(await calls[1]).toBe(2);
  one.end(1);
  expect([await calls[0], await calls[2], one.begun(), other.begun()]).toEqual([1, 1, 1, 1]);
});
