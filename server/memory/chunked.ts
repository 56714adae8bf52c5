import { yieldToUrgentWork } from '../lib/urgent-work.ts';
import { yieldInBackground, yieldThread } from '../lib/yield-thread.ts';

/** Long work as a generator that yields between chunks. It holds the thread only between two yields. */
export type Chunked<Result> = Generator<undefined, Result, undefined>;

/** Number of items sorted or merged in a chunk. */
const SLICE = 2_000;

/**
 * Number of items between two yields. Some items take 0.1 ms, and yielding early in a turn costs almost nothing
 * (`yieldThread`).
 */
const WORKS_A_SLICE = 50;

/** Runs all chunks synchronously. */
export function runAtOnce<Result>(slices: Chunked<Result>): Result {
  for (;;) {
    const step = slices.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Runs the chunks over several event-loop turns. Also yields before the first chunk. With a thousand customers of a few
 * outlets each, no single run is long enough to yield otherwise.
 */
export const runChunked = <Result>(slices: Chunked<Result>): Promise<Result> => inTurnsAfter(yieldThread, slices);

/** Like `runChunked`, but for background work that no request waits for. Requests take precedence. */
export const runInBackground = <Result>(slices: Chunked<Result>): Promise<Result> =>
  inTurnsAfter(yieldInBackground, slices);

/** Like `runChunked`, but for expensive responses to users. Outlets' requests take precedence. */
export const runAtLowPriority = <Result>(slices: Chunked<Result>): Promise<Result> =>
  inTurnsAfter(yieldToUrgentWork, slices);

async function inTurnsAfter<Result>(rest: () => Promise<void>, slices: Chunked<Result>): Promise<Result> {
  for (;;) {
    await rest();
    const step = slices.next();
    if (step.done === true) return step.value;
  }
}

export function* forEachChunked<Item>(items: Iterable<Item>, work: (item: Item) => void): Chunked<void> {
  let left = WORKS_A_SLICE;
  for (const item of items) {
    work(item);
    left -= 1;
    if (left > 0) continue;
    left = WORKS_A_SLICE;
    yield;
  }
}

export function* toMapChunked<Item, Key, Value>(
  items: Iterable<Item>,
  entryOf: (item: Item) => readonly [Key, Value],
): Chunked<Map<Key, Value>> {
  const map = new Map<Key, Value>();
  yield* forEachChunked(items, (item) => void map.set(...entryOf(item)));
  return map;
}

export function* mapChunked<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made): Chunked<Made[]> {
  const made: Made[] = [];
  yield* forEachChunked(items, (item) => void made.push(make(item)));
  return made;
}

/** Returns a sorted copy. Sorts short runs and merges them in pairs. The sort is stable. */
export function* sortChunked<Item>(items: readonly Item[], keyOf: (item: Item) => string | number): Chunked<Item[]> {
  const keyed = yield* mapChunked(items, (item) => ({ item, key: keyOf(item) }));
  let runs: (typeof keyed)[] = [];
  for (let from = 0; from < keyed.length; from += SLICE) {
    runs.push(keyed.slice(from, from + SLICE).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)));
    yield;
  }
  while (runs.length > 1) {
    const merged: (typeof keyed)[] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? []));
    runs = merged;
  }
  return yield* mapChunked(runs[0] ?? [], ({ item }) => item);
}

function* merge<Keyed extends { readonly key: string | number }>(one: Keyed[], other: Keyed[]): Chunked<Keyed[]> {
  const merged: Keyed[] = [];
  let [first, second] = [0, 0];
  for (;;) {
    const [a, b] = [one[first], other[second]];
    const next = b === undefined || (a !== undefined && a.key <= b.key) ? a : b;
    if (next === undefined) return merged;
    merged.push(next);
    if (next === a) first += 1;
    else second += 1;
    if (merged.length % SLICE === 0) yield;
  }
}
