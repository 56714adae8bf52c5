/** A view that counts, as it is remembered. `key`: who saw it, or where. */
type CountedView = { readonly key: number; readonly id: number; readonly atMs: number; readonly seconds: number };

export type CountedViews = {
  add(view: CountedView): void;
  /** It does not count after all. */
  remove(key: number, id: number): void;
  /** Of that key, less than so long before or after the instant, but for the view with the id `except`. */
  near(key: number, atMs: number, withinMs: number, except?: number): CountedView[];
  /** How many of them there are, up to `most`: nothing is made for it, and most keys have few. */
  countNear(key: number, atMs: number, withinMs: number, most: number): number;
  /** All that happened since then is here. */
  readonly completeSinceMs: number;
};

const FIRST_SIZE = 4_096;

/**
 * A place is these numbers beside each other, so that a look at it is one read of memory. `BEFORE`: the turn of the place
 * before it in its drawer, -1 is none; `LATEST`: the latest instant of it and of all before it there.
 */
const [KEY, ID, AT, SECONDS, BEFORE, LATEST, WIDTH] = [0, 1, 2, 3, 4, 5, 6] as const;

/**
 * The newest counted views by key, in 56 bytes each, however many keys there are: a ring in which every place names the
 * one before it whose key falls into the same drawer. When it is full the oldest go, and `completeSinceMs` tells.
 * `expected`: so many come at once, for which it need not grow.
 */
export function createCountedViews(most: number, knownSinceMs: number, expected = 0): CountedViews {
  let size = Math.min(most, Math.max(FIRST_SIZE, expected));
  let ring = createRing(size);
  let count = 0;
  let completeSinceMs = knownSinceMs;

  const read = (from: Float64Array, turn: number, field: number): number => from[(turn % size) * WIDTH + field] ?? 0;
  const isKept = (turn: number): boolean => turn >= 0 && turn >= count - size;

  function put(key: number, id: number, atMs: number, seconds: number): void {
    const drawer = key % size;
    const before = ring.newest[drawer] ?? -1;
    const latest = isKept(before) ? read(ring.places, before, LATEST) : Number.NEGATIVE_INFINITY;
    const { places } = ring;
    const at = (count % size) * WIDTH;
    places[at + KEY] = key;
    places[at + ID] = id;
    places[at + AT] = atMs;
    places[at + SECONDS] = seconds;
    places[at + BEFORE] = before;
    places[at + LATEST] = Math.max(latest, atMs);
    ring.newest[drawer] = count;
    count += 1;
  }

  /** Until `take` has enough of them. */
  function eachNear(key: number, atMs: number, withinMs: number, take: (turn: number) => boolean): void {
    const { places } = ring;
    for (let turn = ring.newest[key % size] ?? -1; isKept(turn); turn = read(places, turn, BEFORE)) {
      // Views come in about the order of their times: behind the first that is too old there are few.
      if (read(places, turn, LATEST) <= atMs - withinMs) break;
      if (read(places, turn, KEY) === key && Math.abs(read(places, turn, AT) - atMs) < withinMs && !take(turn)) break;
    }
  }

  /** Place by place, the oldest first: a million objects would stop everybody else for as long as they take. */
  function grow(): void {
    const { places } = ring;
    const [from, to, was] = [Math.max(0, count - size), count, size];
    size = Math.min(most, size * 4);
    ring = createRing(size);
    count = 0;
    for (let turn = from; turn < to; turn += 1) {
      const at = (turn % was) * WIDTH;
      const when = places[at + AT] ?? Number.NaN;
      if (!Number.isNaN(when)) put(places[at + KEY] ?? 0, places[at + ID] ?? 0, when, places[at + SECONDS] ?? 0);
    }
  }

  return {
    add: (view) => {
      if (count >= size && size < most) grow();
      const overwritten = count >= size ? read(ring.places, count, AT) : Number.NaN;
      if (overwritten >= completeSinceMs) completeSinceMs = overwritten + 1;
      put(view.key, view.id, view.atMs, view.seconds);
    },
    remove: (key, id) => {
      const { places } = ring;
      for (let turn = ring.newest[key % size] ?? -1; isKept(turn); turn = read(places, turn, BEFORE))
        if (read(places, turn, KEY) === key && read(places, turn, ID) === id)
          places[(turn % size) * WIDTH + AT] = Number.NaN;
    },
    near: (key, atMs, withinMs, except) => {
      const found: CountedView[] = [];
      eachNear(key, atMs, withinMs, (turn) => {
        const id = read(ring.places, turn, ID);
        if (id === except) return true;
        found.push({ key, id, atMs: read(ring.places, turn, AT), seconds: read(ring.places, turn, SECONDS) });
        return true;
      });
      return found;
    },
    countNear: (key, atMs, withinMs, most) => {
      let counted = 0;
      eachNear(key, atMs, withinMs, () => {
        counted += 1;
        return counted < most;
      });
      return counted;
    },
    get completeSinceMs() {
      return completeSinceMs;
    },
  };
}

/** `newest`: the turn, from 0, of the newest place of each drawer; -1 is none. */
const createRing = (size: number) => ({
  places: new Float64Array(size * WIDTH),
  newest: new Float64Array(size).fill(-1),
});
