import { MOST_SHOWN_MS, overlaps, type ShownAt } from '#domain/judging-rules.ts';

/** A view that counts, as it is remembered. `key`: who saw it, or where; `seconds`: whole ones. */
type CountedView = { readonly key: number; readonly id: number; readonly atMs: number; readonly seconds: number };

type Take = (atMs: number, id: number, seconds: number) => boolean;

export type CountedViews = {
  add(view: CountedView): void;
  /** It does not count after all. */
  remove(key: number, id: number): void;
  /** Of that key, less than so long before or after the instant, but for the view with the id `except`. */
  near(key: number, atMs: number, withinMs: number, except?: number): CountedView[];
  /** The same one by one, until `take` wants no more: nothing is made for it. */
  eachNear(key: number, atMs: number, withinMs: number, take: Take): void;
  /** Whether one of that key, but for the view with the id `except`, cannot have been shown beside this one. */
  hasOverlapping(key: number, view: ShownAt, except: number): boolean;
  /** All that happened since then is here. */
  readonly completeSinceMs: number;
};

const FIRST_SIZE = 4_096;

/** What a place is, 32 bytes: three numbers, of which the id is none where the view does not count after all, and two words. */
const [KEY, ID, AT, NUMBERS] = [0, 1, 2, 4] as const;
/**
 * `BEFORE`: the place before it in its drawer, -1 is none, and in the lowest byte the seconds. `ENDS`: so many milliseconds
 * after it began it and all before it in its drawer have ended.
 */
const [BEFORE, ENDS, WORDS] = [6, 7, 8] as const;
const [SECONDS_BITS, SECONDS_MASK] = [8, 255] as const;
const NO_END = 0xffff_ffff;
/** Spreads numbers that follow each other. */
const GOLDEN = 0x9e37_79b1;

/**
 * The newest counted views by key, in 36 bytes each, however many keys there are: a ring in which every place names the
 * one before it whose key falls into the same drawer. When it is full the oldest go, and `completeSinceMs` tells. A view is looked
 * for with whole numbers of 32 bits, in one or two reads of memory: the remainder of a larger one costs more than all else.
 * `most` is a power of two; `expected`: so many come at once, for which it need not grow.
 */
export function createCountedViews(most: number, knownSinceMs: number, expected = 0): CountedViews {
  let ring = createRing(sizeFor(most, Math.max(FIRST_SIZE, expected)));
  let completeSinceMs = knownSinceMs;

  function grow(): void {
    const old = ring;
    ring = createRing(Math.min(most, old.size * 4));
    // Place by place, the oldest first: a million objects would stop everybody else for as long as they take.
    for (let age = Math.min(old.count, old.size); age > 0; age -= 1) {
      const place = (old.head - age) & (old.size - 1);
      if (!Number.isNaN(idAt(old, place)))
        put(ring, keyAt(old, place), idAt(old, place), timeAt(old, place), secondsAt(old, place));
    }
  }

  function eachNear(key: number, atMs: number, withinMs: number, take: Take): void {
    for (let place = newestOf(ring, key); place >= 0; place = before(ring, place)) {
      const when = timeAt(ring, place);
      // Views come in about the order of their times: behind the first that is too old there are few.
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
        // It began when all of these had ended: mostly so at the first of them.
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
  /** The places, as numbers and as words. */
  readonly numbers: Float64Array;
  readonly words: Int32Array;
  /** The newest place of each drawer; -1 is none. */
  readonly newest: Int32Array;
  /** The place that is written next, which is the oldest of a full ring. */
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

/** -1 where the place that the drawer names belongs to another one by now: then all of its own are gone. */
function newestOf(ring: Ring, key: number): number {
  const drawer = drawerOf(ring, key);
  const place = ring.newest[drawer] ?? -1;
  return place >= 0 && drawerOf(ring, keyAt(ring, place)) === drawer ? place : -1;
}

const ageOf = ({ head, size }: Ring, place: number): number => (head - 1 - place) & (size - 1);

/** -1 where there is none, or the place has become a newer one's. */
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
