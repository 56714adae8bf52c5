import { expect, test } from 'vitest';
import type { EventResult } from '#contract/ingest.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CheckedBatch } from '../check/check-batch.ts';
import { type Decide, decideTogether, type PendingBatch } from './decide-together.ts';

const NETWORKS = [{}, {}] as PendingBatch['context']['snapshot'][];
const RULES = [{}, {}] as PendingBatch['context']['rules'][];

/** A batch whose events have these names. */
const batchOf = (names: string, network = 0, rules = 0): PendingBatch => ({
  batch: { candidates: [...names].map((id) => ({ event: { id } })) } as unknown as CheckedBatch,
  context: { snapshot: NETWORKS[network] ?? {}, rules: RULES[rules] ?? {}, nowMs: 0 } as PendingBatch['context'],
});
const namesIn = (batches: readonly CheckedBatch[]) =>
  batches.flatMap(({ candidates }) => candidates.map(({ event }) => event.id)).join('');
const resultsOf = (batches: readonly CheckedBatch[]) =>
  [...namesIn(batches)].map((id): EventResult => ({ index: 0, id, status: 'accepted' }));

/** Records the joined batches that it decides, and fails as `failure` says. */
function createSettle(failure: (names: string) => Error | null = () => null) {
  const settled: string[] = [];
  const settle: Decide = async (batches) => {
    settled.push(namesIn(batches));
    const error = failure(namesIn(batches));
    if (error !== null) throw error;
    return resultsOf(batches);
  };
  return { settled, settle };
}
const told = (outcomes: Awaited<ReturnType<typeof decideTogether>>) =>
  outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.map(({ id }) => id).join('') : 'failed'));

test('decides waiting batches together, and returns each batch its own results', async () => {
  const { settled, settle } = createSettle();
  expect(told(await decideTogether([batchOf('ab'), batchOf('c'), batchOf('def')], settle))).toEqual(['ab', 'c', 'def']);
  expect(settled).toEqual(['abcdef']);
});

test('decides batches of another network or with other rules separately', async () => {
  const { settled, settle } = createSettle();
  const waiting = [batchOf('ab'), batchOf('c', 1), batchOf('d'), batchOf('e', 0, 1)];
  expect(told(await decideTogether(waiting, settle))).toEqual(['ab', 'c', 'd', 'e']);
  expect(settled.sort()).toEqual(['abd', 'c', 'e']);
});

test('an unavailable store fails all batches, and an unexpected error fails only its own batch', async () => {
  const away = createSettle(() => new AppError('unavailable', 'away', 5));
  expect(told(await decideTogether([batchOf('ab'), batchOf('c')], away.settle))).toEqual(['failed', 'failed']);
  expect(away.settled).toEqual(['abc']);

  const odd = createSettle((names) => (names.includes('c') ? new TypeError('odd') : null));
  expect(told(await decideTogether([batchOf('ab'), batchOf('c'), batchOf('d')], odd.settle))).toEqual([
    'ab',
    'failed',
    'd',
  ]);
});
