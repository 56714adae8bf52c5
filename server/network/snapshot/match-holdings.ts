import { createCache } from '../../memory/cache.ts';
import { type Chunked, forEachChunked, runChunked } from '../../memory/chunked.ts';
import { memoizeByIdentity } from '../../memory/memoize-by-identity.ts';
import type { PackedText } from '../../memory/packed-text.ts';
import type { PackedHoldings } from './columnar-network.ts';
import { chosenOf, type HoldingSet } from './holding-set.ts';
import type { Holding } from './network-parts.ts';

/** Number of matches between two yields. Each search for the next match may scan the text of the whole network. */
const LOOKS = 200;
/**
 * A set smaller than this fraction of its network is searched outlet by outlet. Larger sets are searched through the
 * network's text.
 */
const SMALL_PART = 1 / 8;
/**
 * Minimum capacity of a set's search cache, in outlets. It lets a small set cache the results for many words. The
 * capacity for a larger set is the set's own size.
 */
const LEAST_KEPT = 10_000;

/**
 * Search texts: `word` for labels and venue names, `eui` for EUIs, and `customer` for customer names (null to skip
 * these).
 */
export type Wanted = { readonly word: string; readonly eui: string; readonly customer: string | null };

/** Arrays by index: 1 for each matching outlet, customer or venue; otherwise 0. */
type Marks = { readonly outlets: Uint8Array; readonly customers: Uint8Array; readonly venues: Uint8Array };

/** Returns whether an EUI may contain the text. EUIs have only hexadecimal digits. */
const mayBeInEui = (eui: string): boolean => /^[0-9a-f]+$/.test(eui);

export function* marksOf(packed: PackedHoldings, wanted: Wanted): Chunked<Marks> {
  return { outlets: yield* outletMarks(packed, wanted), ...nameMarks(packed, wanted) };
}

function* outletMarks({ outlets }: PackedHoldings, { word, eui }: Wanted): Chunked<Uint8Array> {
  const marks = new Uint8Array(outlets.length);
  function* markIn(text: PackedText, what: string): Chunked<void> {
    const wanted = Buffer.from(what);
    let left = LOOKS;
    for (let place = text.nextWith(wanted, 0); place >= 0; place = text.nextWith(wanted, place + 1)) {
      marks[place] = 1;
      left -= 1;
      if (left > 0) continue;
      left = LOOKS;
      yield;
    }
  }
  if (mayBeInEui(eui)) yield* markIn(outlets.euis, eui);
  yield;
  yield* markIn(outlets.labelKeys, word);
  yield;
  return marks;
}

const nameMarks = ({ customers, venues }: PackedHoldings, { word, customer }: Wanted): Omit<Marks, 'outlets'> => ({
  customers: Uint8Array.from(customers, ({ findKey }) => (customer !== null && findKey.includes(customer) ? 1 : 0)),
  venues: Uint8Array.from(venues, ({ nameKey }) => (nameKey.includes(word) ? 1 : 0)),
});

/** A set's recent search results, for pagination and repeated searches. Each scope has its own sets. */
const foundIn = memoizeByIdentity(({ numbers }: HoldingSet) =>
  createCache<HoldingSet>({
    maxAgeMs: Number.POSITIVE_INFINITY,
    most: Math.max(LEAST_KEPT, numbers.length),
    sizeOf: (found) => found.numbers.length + 1,
  }),
);

/** Returns the holdings of a set that match, or the whole set if the word is empty. */
export async function holdingsWith(set: HoldingSet, wanted: Wanted): Promise<HoldingSet> {
  if (wanted.word === '') return set;
  const name = JSON.stringify([wanted.word, wanted.eui, wanted.customer]);
  return foundIn(set).get(name, UNCHANGED, () => runChunked(matching(set, wanted)));
}

/** The version of a set for the cache. A set never changes, because another network version has other sets. */
const UNCHANGED = () => 0;

function* matching(set: HoldingSet, wanted: Wanted): Chunked<HoldingSet> {
  const { customerOf, outletOf, outlets, venueOf } = set.packed;
  const names = nameMarks(set.packed, wanted);
  const isFew = set.numbers.length < outlets.length * SMALL_PART;
  const isIn = isFew ? lookAtOutlets(set.packed, wanted) : lookAtMarks(yield* outletMarks(set.packed, wanted));
  return yield* chosenOf(
    set,
    (number) =>
      names.venues[venueOf[number] ?? 0] === 1 ||
      names.customers[customerOf[number] ?? 0] === 1 ||
      isIn(outletOf[number] ?? 0),
  );
}

const lookAtMarks = (marks: Uint8Array) => (place: number) => marks[place] === 1;

function lookAtOutlets({ outlets }: PackedHoldings, { eui, word }: Wanted): (place: number) => boolean {
  const [inLabel, inEui] = [Buffer.from(word), mayBeInEui(eui) ? Buffer.from(eui) : null];
  return (place) =>
    (inEui !== null && outlets.euis.positionIn(place, inEui) >= 0) || outlets.labelKeys.positionIn(place, inLabel) >= 0;
}

/**
 * Returns the best matches that contain every word in their EUI, label or venue. Holdings whose text begins with the
 * first word come first. Each group is sorted by text.
 */
export async function bestHoldings(set: HoldingSet, words: readonly string[], most: number): Promise<Holding[]> {
  return bestIn(set).get(JSON.stringify([words, most]), UNCHANGED, async () => {
    let found = set;
    for (const word of words) {
      found = await holdingsWith(found, { word, eui: word, customer: null });
    }
    const [first = ''] = words;
    return (await runChunked(bestOf(found, first, most))).map(({ number }) => found.packed.at(number));
  });
}

const BEST_KEPT = 100;
const bestIn = memoizeByIdentity((_: HoldingSet) =>
  createCache<Holding[]>({ maxAgeMs: Number.POSITIVE_INFINITY, most: BEST_KEPT }),
);

/** A match. `place` is 0 if the holding's EUI, label or venue begins with the word, otherwise 1. */
type Hit = { readonly number: number; readonly place: number; readonly text: string };

const isBefore = (a: Hit, b: Hit): boolean => a.place < b.place || (a.place === b.place && a.text < b.text);

/** Sorts by `place`, then by the first of EUI, label and venue that contains the word, and then by EUI. */
function* bestOf({ numbers, packed }: HoldingSet, first: string, most: number): Chunked<readonly Hit[]> {
  const { outletOf, outlets, venueOf, venues } = packed;
  const [wanted, isEuis] = [Buffer.from(first), mayBeInEui(first)];
  const best: Hit[] = [];
  // Holdings are in EUI order. Among those that are sorted by EUI, only the first `most` with each `place` can be among
  // the best.
  const byEui = [0, 0];
  yield* forEachChunked(numbers, (number) => {
    const outlet = outletOf[number] ?? 0;
    const venue = venues[venueOf[number] ?? 0]?.nameKey ?? '';
    const inEui = isEuis ? outlets.euis.positionIn(outlet, wanted) : -1;
    const inLabel = outlets.labelKeys.positionIn(outlet, wanted);
    const place = inEui === 0 || inLabel === 0 || venue.startsWith(first) ? 0 : 1;
    const worst = best.length < most ? undefined : best.at(-1);
    if (worst !== undefined && worst.place < place) return;
    if (inEui >= 0) {
      if ((byEui[place] ?? 0) >= most) return;
      byEui[place] = (byEui[place] ?? 0) + 1;
    }
    const text = inEui >= 0 ? outlets.euis.at(outlet) : inLabel >= 0 ? outlets.labelKeys.at(outlet) : venue;
    const hit = { number, place, text };
    if (worst !== undefined && !isBefore(hit, worst)) return;
    const after = best.findIndex((one) => isBefore(hit, one));
    best.splice(after < 0 ? best.length : after, 0, hit);
    if (best.length > most) best.pop();
  });
  return best;
}
