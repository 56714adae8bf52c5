import { eachOf, inTurns, type Slices } from '../../memory/in-slices.ts';
import type { PackedText } from '../../memory/packed-text.ts';
import { chosenOf, type HoldingSet, holdingsAt } from './holding-set.ts';
import type { Holding } from './network-parts.ts';
import type { PackedHoldings } from './packed-network.ts';

/** Looks between two rests, each of which may have looked at a whole network's text. */
const LOOKS = 200;
/** Of more hits only the first by EUI are put in order, and those whose EUI begins with the word. */
const MOST_ORDERED = 5_000;

/** What is looked for: in labels and the names of venues, in EUIs, and in the names of customers (null: nothing there). */
export type Wanted = { readonly word: string; readonly eui: string; readonly customer: string | null };

/** By place: 1 for each outlet, customer and venue that has it. */
type Marks = { readonly outlets: Uint8Array; readonly customers: Uint8Array; readonly venues: Uint8Array };

export function* marksOf(packed: PackedHoldings, { word, eui, customer }: Wanted): Slices<Marks> {
  const { customers, outlets, venues } = packed;
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
  // Nothing else can stand in an EUI.
  if (/^[0-9a-f]+$/.test(eui)) yield* markIn(outlets.euis, eui);
  yield;
  yield* markIn(outlets.labelKeys, word);
  yield;
  return {
    outlets: marks,
    customers: Uint8Array.from(customers, ({ findKey }) => (customer !== null && findKey.includes(customer) ? 1 : 0)),
    venues: Uint8Array.from(venues, ({ nameKey }) => (nameKey.includes(word) ? 1 : 0)),
  };
}

/** Those of a set that have what is wanted; all of them where that is nothing. */
export async function holdingsWith(set: HoldingSet, wanted: Wanted): Promise<HoldingSet> {
  if (wanted.word === '') return set;
  const marks = await inTurns(marksOf(set.packed, wanted));
  const { customerOf, outletOf, venueOf } = set.packed;
  const isMarked = (number: number) =>
    marks.outlets[outletOf[number] ?? 0] === 1 ||
    marks.venues[venueOf[number] ?? 0] === 1 ||
    marks.customers[customerOf[number] ?? 0] === 1;
  return inTurns(chosenOf(set, isMarked));
}

/** The best few with every word in EUI, label or venue: first those that begin with the first word, then by name. */
export async function bestHoldings(set: HoldingSet, words: readonly string[], most: number): Promise<Holding[]> {
  let found = set;
  for (const word of words) {
    found = await holdingsWith(found, { word, eui: word, customer: null });
  }
  const [first = ''] = words;
  return inTurns(bestOf(found, first, most));
}

function* bestOf(found: HoldingSet, first: string, most: number): Slices<Holding[]> {
  const ranked: { readonly holding: Holding; readonly order: string }[] = [];
  const rank = (holding: Holding) => {
    const own = [holding.outlet.eui, holding.outlet.labelKey, holding.venue.nameKey];
    const place = own.some((one) => one.startsWith(first)) ? 0 : 1;
    ranked.push({ holding, order: `${place}${own.find((one) => one.includes(first)) ?? ''}` });
  };
  yield* eachOf(found.numbers.subarray(0, MOST_ORDERED), (number) => rank(found.packed.at(number)));
  const begin = firstBeginning(found, first);
  if (begin >= MOST_ORDERED) for (const holding of holdingsAt(found, begin, begin + most)) rank(holding);
  return ranked
    .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
    .slice(0, most)
    .map(({ holding }) => holding);
}

/** Where those begin whose EUI does not lie before the text. */
function firstBeginning({ numbers, packed }: HoldingSet, text: string): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (packed.at(numbers[middle] ?? 0).outlet.eui < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
