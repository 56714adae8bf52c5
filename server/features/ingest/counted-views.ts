/** A view that counts, as it is remembered. `key`: who saw it, or where. */
type CountedView = { readonly key: number; readonly id: number; readonly atMs: number; readonly seconds: number };

export type CountedViews = {
  add(view: CountedView): void;
  /** It does not count after all. */
  remove(key: number, id: number): void;
  /** Of that key, less than so long before or after the instant. */
  near(key: number, atMs: number, withinMs: number): CountedView[];
  /** All that happened since then is here. */
  readonly completeSinceMs: number;
};

const FIRST_SIZE = 4_096;

/**
 * The newest counted views by key, in 36 bytes each, however many keys there are: a ring in which every place names the
 * one before it whose key falls into the same drawer. When it is full the oldest go, and `completeSinceMs` tells.
 */
export function createCountedViews(most: number, knownSinceMs: number): CountedViews {
  let places = createPlaces(FIRST_SIZE);
  let count = 0;
  let completeSinceMs = knownSinceMs;

  function put(key: number, id: number, atMs: number, seconds: number): void {
    const at = count % places.size;
    const drawer = key % places.size;
    places.key[at] = key;
    places.id[at] = id;
    places.atMs[at] = atMs;
    places.seconds[at] = seconds;
    places.before[at] = places.newest[drawer] ?? -1;
    places.newest[drawer] = count;
    count += 1;
  }

  /** Place by place, the oldest first: a million objects would stop everybody else for as long as they take. */
  function grow(): void {
    const { key, id, atMs, seconds, size } = places;
    const [from, to] = [Math.max(0, count - size), count];
    places = createPlaces(Math.min(most, size * 4));
    count = 0;
    for (let turn = from; turn < to; turn += 1) {
      const at = turn % size;
      const when = atMs[at] ?? Number.NaN;
      if (!Number.isNaN(when)) put(key[at] ?? 0, id[at] ?? 0, when, seconds[at] ?? 0);
    }
  }

  const viewAt = (at: number): CountedView => ({
    key: places.key[at] ?? 0,
    id: places.id[at] ?? 0,
    atMs: places.atMs[at] ?? Number.NaN,
    seconds: places.seconds[at] ?? 0,
  });

  function* placesOf(key: number): Generator<number> {
    let turn = places.newest[key % places.size] ?? -1;
    while (turn >= 0 && turn >= count - places.size) {
      const at = turn % places.size;
      if (places.key[at] === key && !Number.isNaN(places.atMs[at])) yield at;
      turn = places.before[at] ?? -1;
    }
  }

  return {
    add: (view) => {
      if (count >= places.size && places.size < most) grow();
      const overwritten = count >= places.size ? (places.atMs[count % places.size] ?? Number.NaN) : Number.NaN;
      if (overwritten >= completeSinceMs) completeSinceMs = overwritten + 1;
      put(view.key, view.id, view.atMs, view.seconds);
    },
    remove: (key, id) => {
      for (const at of placesOf(key)) if (places.id[at] === id) places.atMs[at] = Number.NaN;
    },
    near: (key, atMs, withinMs) => {
      const found: CountedView[] = [];
      for (const at of placesOf(key))
        if (Math.abs((places.atMs[at] ?? Number.NaN) - atMs) < withinMs) found.push(viewAt(at));
      return found;
    },
    get completeSinceMs() {
      return completeSinceMs;
    },
  };
}

/** `before` and `newest`: turns, from 0; -1 is none. */
const createPlaces = (size: number) => ({
  size,
  key: new Float64Array(size),
  id: new Float64Array(size),
  atMs: new Float64Array(size).fill(Number.NaN),
  seconds: new Uint8Array(size),
  before: new Float64Array(size).fill(-1),
  newest: new Float64Array(size).fill(-1),
});
