import { MOST_SHOWN_MS, overlaps, type ShownAt } from '#domain/judging-rules.ts';

/** A counted view in memory. `key` is its visitor or its outlet; `seconds` is a whole number. */
type CountedView = { readonly key: number; readonly id: number; readonly atMs: number; readonly seconds: number };

type Take = (atMs: number, id: number, seconds: number) => boolean;

export type CountedViews = {
  add(view: CountedView): void;
  /** Removes a view that does not count after all. */
  remove(key: number, id: number): void;
  /**
   * Returns the views with this key less than `withinMs` before or after `atMs`, except the view with the id `except`.
   */
  near(key: number, atMs: number, withinMs: number, except?: number): CountedView[];
  /**
   * Visits the views with this key less than `withinMs` before or after `atMs`, until `take` returns false. Allocates
   * nothing.
   */
  eachNear(key: number, atMs: number, withinMs: number, take: Take): void;
  /** Whether a view with this key overlaps the given view. Ignores the view with the id `except`. */
  hasOverlapping(key: number, view: ShownAt, except: number): boolean;
  /** The time since which all views are present. */
  readonly completeSinceMs: number;
};

const FIRST_SIZE = 4_096;

/** Layout of a slot of 32 bytes: three floats and two integers. The id is NaN if the view does not count after all. */
const [KEY, ID, AT, NUMBERS] = [0, 1, 2, 4] as const;
/**
 * `BEFORE`: the previous slot in the same bucket (-1 if none); the lowest byte holds the seconds. `ENDS`: milliseconds
 * from the start of this view until it and all earlier views in its bucket have ended.
 */
const [BEFORE, ENDS, WORDS] = [6, 7, 8] as const;
const [SECONDS_BITS, SECONDS_MASK] = [8, 255] as const;
const NO_END = 0xffff_ffff;
/** Spreads consecutive numbers over the hash buckets. */
const GOLDEN = 0x9e37_79b1;

/**
 * Keeps the newest counted views by key, in 36 bytes each, regardless of the number of keys. The slots (`place`) form a
 * ring buffer. Each slot links to the previous slot whose key has the same hash bucket (`drawer`). A full ring drops
 * its oldest views and raises `completeSinceMs`. A lookup takes one or two memory reads and uses 32-bit integers. The
 * remainder of a larger number would cost more than the other steps of the lookup. `most` is a power of two. `expected`
 * is the number of views that are added immediately, so that the ring does not have to grow for these views.
 */
export function createCountedViews(most: number, knownSinceMs: number, expected = 0): CountedViews {
  let ring = createRing(sizeFor(most, Math.max(FIRST_SIZE, expected)));
  let completeSinceMs = knownSinceMs;

  function grow(): void {
    const old = ring;
    ring = createRing(Math.min(most, old.size * 4));
    // Copies slot by slot, oldest first: creating a million objects would block all other requests.
    for (let age = Math.min(old.count, old.size); age > 0; age -= 1) {
      const place = (old.head - age) & (old.size - 1);
      if (!Number.isNaN(idAt(old, place)))
        put(ring, keyAt(old, place), idAt(old, place), timeAt(old, place), secondsAt(old, place));
    }
  }

  function eachNear(key: number, atMs: number, withinMs: number, take: Take): void {
    for (let place = newestOf(ring, key); place >= 0; place = before(ring, place)) {
      const when = timeAt(ring, place);
      // Views arrive roughly in time order, so few follow the first view that is too old.
      if (when + endsAt(ring, place) <= atMs - withinMs) break;
      if (keyAt(ring, place) !== key || Math.abs(when - atMs) >= withinMs) continue;
      const id = idAt(ring, place);
      if (!Number.isNaN(id) && !take(when, id, secondsAt(ring, place))) break;
    }
  }

  return {
    add: ({ key, id, atMs, seconds }) => {
      if (ring.count >= ring.size && ring.size < most) grow();
      if (ring.count >= ring.size && !Number.isNaN(idAt(ring, ring.head)))
        completeSinceMs = Math.max(completeSinceMs, timeAt(ring, ring.head) + 1);
      put(ring, key, id, atMs, seconds);
    },
    remove: (key, id) => {
      for (let place = newestOf(ring, key); place >= 0; place = before(ring, place))
        if (keyAt(ring, place) === key && idAt(ring, place) === id) ring.numbers[place * NUMBERS + ID] = Number.NaN;
    },
    near: (key, atMs, withinMs, except) => {
      const found: CountedView[] = [];
      eachNear(key, atMs, withinMs, (when, id, seconds) => {
        if (id !== except) found.push({ key, id, atMs: when, seconds });
        return true;
      });
      return found;
    },
    eachNear,
    hasOverlapping: (key, view, except) => {
      for (let place = newestOf(ring, key); place >= 0; place = before(ring, place)) {
        const [atMs, id] = [timeAt(ring, place), idAt(ring, place)];
        // The requested view began after this view and all earlier views in the bucket had ended. Usually this holds
        // for the first view.
        if (atMs + endsAt(ring, place) < view.atMs) break;
        if (keyAt(ring, place) !== key || Number.isNaN(id) || id === except) continue;
        if (Math.abs(atMs - view.atMs) >= MOST_SHOWN_MS) continue;
        if (overlaps(view, { atMs, seconds: secondsAt(ring, place) })) return true;
      }
      return false;
    },
    get completeSinceMs() {
      return completeSinceMs;
    },
  };
}

function sizeFor(most: number, expected: number): number {
  let size = FIRST_SIZE;
  while (size < Math.min(most, expected)) size *= 2;
  return size;
}

type Ring = {
  readonly size: number;
  /** The slots, as floats and as 32-bit integers. */
  readonly numbers: Float64Array;
  readonly words: Int32Array;
  /** The newest slot of each bucket; -1 if none. */
  readonly newest: Int32Array;
  /** The slot to write next: the oldest one if the ring is full. */
  head: number;
  count: number;
};

function createRing(size: number): Ring {
  const numbers = new Float64Array(size * NUMBERS);
  const words = new Int32Array(numbers.buffer);
  return { size, numbers, words, newest: new Int32Array(size).fill(-1), head: 0, count: 0 };
}

const keyAt = ({ numbers }: Ring, place: number): number => numbers[place * NUMBERS + KEY] ?? 0;
const idAt = ({ numbers }: Ring, place: number): number => numbers[place * NUMBERS + ID] ?? 0;
const timeAt = ({ numbers }: Ring, place: number): number => numbers[place * NUMBERS + AT] ?? 0;
const wordAt = ({ words }: Ring, place: number, field: number): number => words[place * WORDS + field] ?? 0;
const secondsAt = (ring: Ring, place: number): number => wordAt(ring, place, BEFORE) & SECONDS_MASK;
const endsAt = (ring: Ring, place: number): number => {
  const ends = wordAt(ring, place, ENDS) >>> 0;
  return ends === NO_END ? Number.POSITIVE_INFINITY : ends;
};

const drawerOf = ({ size }: Ring, key: number): number =>
  (Math.imul(key ^ (key / 0x1_0000_0000), GOLDEN) >>> 8) & (size - 1);

/**
 * Returns the newest slot of the key's bucket. Returns -1 if there is none, or if another bucket has reused that slot.
 * In that case, all views of the bucket are gone.
 */
function newestOf(ring: Ring, key: number): number {
  const drawer = drawerOf(ring, key);
  const place = ring.newest[drawer] ?? -1;
  return place >= 0 && drawerOf(ring, keyAt(ring, place)) === drawer ? place : -1;
}

const ageOf = ({ head, size }: Ring, place: number): number => (head - 1 - place) & (size - 1);

/** Returns the previous slot in the same bucket; -1 if there is none, or if a newer view has reused that slot. */
function before(ring: Ring, place: number): number {
  const named = wordAt(ring, place, BEFORE) >> SECONDS_BITS;
  return named >= 0 && ageOf(ring, named) > ageOf(ring, place) ? named : -1;
}

function put(ring: Ring, key: number, id: number, atMs: number, seconds: number): void {
  const { numbers, words, head: place } = ring;
  const newest = newestOf(ring, key);
  const named = newest === place ? -1 : newest;
  const endedMs = named < 0 ? 0 : timeAt(ring, named) + endsAt(ring, named) - atMs;
  numbers[place * NUMBERS + KEY] = key;
  numbers[place * NUMBERS + ID] = id;
  numbers[place * NUMBERS + AT] = atMs;
  words[place * WORDS + BEFORE] = (named << SECONDS_BITS) | Math.min(seconds, SECONDS_MASK);
  words[place * WORDS + ENDS] = Math.min(NO_END, Math.max(endedMs, seconds * 1_000));
  ring.newest[drawerOf(ring, key)] = place;
  ring.head = (place + 1) & (ring.size - 1);
  ring.count += 1;
}
