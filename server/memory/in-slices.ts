import { letOthersFirst, letOthersIn } from '../lib/let-others-in.ts';

/** Long work that says where it may rest; it holds the thread between two yields only. */
export type Slices<Result> = Generator<undefined, Result, undefined>;

/** How many are sorted at once, or merged. */
const SLICE = 2_000;

/** Some works take a tenth of a millisecond. A rest in a turn that is young costs next to nothing (`letOthersIn`). */
const WORKS_A_SLICE = 50;

/** Does it at once. */
export function atOnce<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const step = slices.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Does it in turns of the event loop, and lets others in between. Also between two works that are short, each alone: of a thousand
 * customers with a few outlets each, none takes long enough to rest.
 */
export const inTurns = <Result>(slices: Slices<Result>): Promise<Result> => inTurnsAfter(letOthersIn, slices);

/** The same of work that nobody waits for: whoever does goes first. */
export const inQuietTurns = <Result>(slices: Slices<Result>): Promise<Result> => inTurnsAfter(letOthersFirst, slices);

async function inTurnsAfter<Result>(rest: () => Promise<void>, slices: Slices<Result>): Promise<Result> {
  for (;;) {
    await rest();
    const step = slices.next();
    if (step.done === true) return step.value;
  }
}

export function* eachOf<Item>(items: Iterable<Item>, work: (item: Item) => void): Slices<void> {
  let left = WORKS_A_SLICE;
  for (const item of items) {
    work(item);
    left -= 1;
    if (left > 0) continue;
    left = WORKS_A_SLICE;
    yield;
  }
}

export function* mapOf<Item, Key, Value>(
  items: Iterable<Item>,
  entryOf: (item: Item) => readonly [Key, Value],
): Slices<Map<Key, Value>> {
  const map = new Map<Key, Value>();
  yield* eachOf(items, (item) => void map.set(...entryOf(item)));
  return map;
}

export function* listOf<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made): Slices<Made[]> {
  const made: Made[] = [];
  yield* eachOf(items, (item) => void made.push(make(item)));
  return made;
}

/** A sorted copy: short runs, merged two by two. Equal items keep their order. */
export function* sorted<Item>(items: readonly Item[], keyOf: (item: Item) => string | number): Slices<Item[]> {
  const keyed = yield* listOf(items, (item) => ({ item, key: keyOf(item) }));
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
  return yield* listOf(runs[0] ?? [], ({ item }) => item);
}

function* merge<Keyed extends { readonly key: string | number }>(one: Keyed[], other: Keyed[]): Slices<Keyed[]> {
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
