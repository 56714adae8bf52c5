import { eachOf, inTurns, type Slices } from '../../memory/in-slices.ts';
import { keptWith } from '../../memory/kept-with.ts';
import type { PackedText } from '../../memory/packed-text.ts';
import { createSharedAnswers } from '../../memory/shared-answers.ts';
import { chosenOf, type HoldingSet } from './holding-set.ts';
import type { Holding } from './network-parts.ts';
import type { PackedHoldings } from './packed-network.ts';

/** Looks between two rests, each of which may have looked at a whole network's text. */
const LOOKS = 200;
/** Of a set that is so small a part of its network each outlet is looked at, and not the network's text. */
const SMALL_PART = 1 / 8;
/** Outlets that may be kept as found in any set, so that in a small one many words fit; in a larger one as many as it has. */
const LEAST_KEPT = 10_000;

/** What is looked for: in labels and the names of venues, in EUIs, and in the names of customers (null: nothing there). */
export type Wanted = { readonly word: string; readonly eui: string; readonly customer: string | null };

/** By place: 1 for each outlet, customer and venue that has it. */
type Marks = { readonly outlets: Uint8Array; readonly customers: Uint8Array; readonly venues: Uint8Array };

/** Nothing else can stand in an EUI. */
const mayBeInEui = (eui: string): boolean => /^[0-9a-f]+$/.test(eui);

export function* marksOf(packed: PackedHoldings, wanted: Wanted): Slices<Marks> {
  return { outlets: yield* outletMarks(packed, wanted), ...nameMarks(packed, wanted) };
}

function* outletMarks({ outlets }: PackedHoldings, { word, eui }: Wanted): Slices<Uint8Array> {
  const marks = new Uint8Array(outlets.length);
  function* markIn(text: PackedText, what: string): Slices<void> {
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

/** What was found last in a set, for whoever turns the page or asks for the same. Each scope has sets of its own. */
const foundIn = keptWith(({ numbers }: HoldingSet) =>
  createSharedAnswers<HoldingSet>({
    maxAgeMs: Number.POSITIVE_INFINITY,
    most: Math.max(LEAST_KEPT, numbers.length),
    sizeOf: (found) => found.numbers.length + 1,
  }),
);

/** Those of a set that have what is wanted; all of them where that is nothing. */
export async function holdingsWith(set: HoldingSet, wanted: Wanted): Promise<HoldingSet> {
  if (wanted.word === '') return set;
  const name = JSON.stringify([wanted.word, wanted.eui, wanted.customer]);
  return foundIn(set).get(name, UNCHANGED, () => inTurns(matching(set, wanted)));
}

/** A set never changes: another network has others. */
const UNCHANGED = () => 0;

function* matching(set: HoldingSet, wanted: Wanted): Slices<HoldingSet> {
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

/** The best few with every word in EUI, label or venue: first those that begin with the first word, then by name. */
export async function bestHoldings(set: HoldingSet, words: readonly string[], most: number): Promise<Holding[]> {
  return bestIn(set).get(JSON.stringify([words, most]), UNCHANGED, async () => {
    let found = set;
    for (const word of words) {
      found = await holdingsWith(found, { word, eui: word, customer: null });
    }
    const [first = ''] = words;
    return (await inTurns(bestOf(found, first, most))).map(({ number }) => found.packed.at(number));
  });
}

const BEST_KEPT = 100;
const bestIn = keptWith((_: HoldingSet) =>
  createSharedAnswers<Holding[]>({ maxAgeMs: Number.POSITIVE_INFINITY, most: BEST_KEPT }),
);

/** `place`: 0 for one that begins with the word, else 1. */
type Hit = { readonly number: number; readonly place: number; readonly text: string };

const isBefore = (a: Hit, b: Hit): boolean => a.place < b.place || (a.place === b.place && a.text < b.text);

/** By the first of EUI, label and venue that has the word; what is the same there, by EUI. */
function* bestOf({ numbers, packed }: HoldingSet, first: string, most: number): Slices<readonly Hit[]> {
  const { outletOf, outlets, venueOf, venues } = packed;
  const [wanted, isEuis] = [Buffer.from(first), mayBeInEui(first)];
  const best: Hit[] = [];
  // Outlets come by EUI: of those that are told by it only the first few of each place can be among the best.
  const byEui = [0, 0];
  yield* eachOf(numbers, (number) => {
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
