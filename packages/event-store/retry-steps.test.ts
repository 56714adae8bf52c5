import { expect, test } from 'vitest';
import { EventsUnavailableError } from './events-db.ts';
import { isStoreAway, repeatable, resumable, retrySteps, withinJob, withRetries } from './retry-steps.ts';

const times = { firstMs: 1, longestMs: 2, forMs: 20_000 };
const away = () => new EventsUnavailableError('The events store cannot be reached.', true);
const ofClickhouse = (code: number) =>
  new EventsUnavailableError('It failed.', true, { cause: Object.assign(new Error('failed'), { code: String(code) }) });
const coded = (code: string) => Object.assign(new Error('failed'), { code });

/** Returns a step that fails with these errors before it succeeds. */
function failing(...errors: readonly Error[]) {
  const left = [...errors];
  const calls = { tries: 0 };
  const step = async () => {
    calls.tries += 1;
    const error = left.shift();
    if (error !== undefined) throw error;
    return 'done';
  };
  return { step, calls };
}

test.each([
  [away(), true],
  [ofClickhouse(210), true],
  [ofClickhouse(241), true],
  [ofClickhouse(252), true],
  [ofClickhouse(47), false],
  [ofClickhouse(81), false],
  [ofClickhouse(243), false],
  [ofClickhouse(516), false],
  [new EventsUnavailableError('The row is refused.', false), false],
  [coded('08006'), true],
  [coded('57P01'), true],
  [coded('53300'), true],
  [coded('40001'), true],
  [coded('ECONNREFUSED'), true],
  [coded('53100'), false],
  [coded('28P01'), false],
  [coded('23505'), false],
  [new Error('a bug'), false],
])('%s %#: waiting helps %s', (error, helps) => {
  expect(isStoreAway(error)).toBe(helps);
});

test('repeats a step while a store is away, and reports each wait', async () => {
  const { step, calls } = failing(away(), coded('08006'));
  const lines: string[] = [];
  expect(await retrySteps(step, { times, report: (line) => void lines.push(line) })).toBe('done');
  expect(calls.tries).toBe(3);
  expect(lines).toEqual([
    'The events store cannot be reached. Trying again in 1 s.',
    'The accounts store cannot be reached. Trying again in 1 s.',
  ]);
});

test('does not repeat a step that fails for another reason or in a process that stops', async () => {
  const [bug, stopping] = [failing(new Error('a bug')), failing(away())];
  await expect(retrySteps(bug.step, { times, report: () => undefined })).rejects.toThrow('a bug');
  const stops = { times, report: () => undefined, isStopping: () => true };
  await expect(retrySteps(stopping.step, stops)).rejects.toThrow('cannot be reached');
  expect([bug.calls.tries, stopping.calls.tries]).toEqual([1, 1]);
});

test('gives up a store that stays away once, even in nested steps', async () => {
  const { step, calls } = failing(...Array.from({ length: 99 }, away));
  const short = { times: { ...times, forMs: 0 }, report: () => undefined };
  const outer = { times, report: () => undefined };
  await expect(retrySteps(() => retrySteps(step, short), outer)).rejects.toThrow('cannot be reached');
  expect(calls.tries).toBe(1);
});

test('repeats a statement in a job, and fails at once in a request', async () => {
  const [inJob, inRequest] = [failing(away()), failing(away())];
  expect(await withRetries({ times, report: () => undefined }, () => repeatable(inJob.step))).toBe('done');
  await expect(repeatable(inRequest.step)).rejects.toThrow('cannot be reached');
});

test('repeats a step with curable failures after any of them, and reports each', async () => {
  const { step, calls } = failing(new Error('first'), new Error('second'));
  const reported: unknown[] = [];
  const report = (_: string, error: unknown) => void reported.push((error as Error).message);
  expect(await retrySteps(step, { times, report, isCurable: () => true })).toBe('done');
  expect([calls.tries, reported]).toEqual([3, ['first', 'second']]);
});

/** Returns the numbers up to 6, read in a way that fails once before each of the given numbers. */
function breaking(...before: readonly number[]) {
  const left = new Set(before);
  const begun: (number | null)[] = [];
  const readFrom = async function* (last: number | null) {
    begun.push(last);
    for (let number = (last ?? 0) + 1; number <= 6; number += 1) {
      if (left.delete(number)) throw away();
      yield number;
    }
  };
  return { begun, readFrom };
}

async function allOf<Row>(rows: AsyncIterable<Row> | Iterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

test('in a job, continues an interrupted read after its last row, with each row once', async () => {
  const { begun, readFrom } = breaking(1, 3, 5);
  const quick = { times, report: () => undefined };
  expect(await withRetries(quick, async () => allOf(resumable(readFrom)))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(begun).toEqual([null, null, 2, 4]);
  await expect(allOf(resumable(breaking(4).readFrom))).rejects.toThrow('cannot be reached');
});

test('reads the rows as part of their job even after the job has returned', async () => {
  const rows = await withRetries({ times, report: () => undefined }, async () => {
    const { step } = failing(away(), away());
    return withinJob(
      (async function* () {
        yield await repeatable(step);
      })(),
    );
  });
  expect(await allOf(rows)).toEqual(['done']);
});
