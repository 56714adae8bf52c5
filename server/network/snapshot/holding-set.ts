import { type Chunked, forEachChunked, runChunked } from '../../memory/chunked.ts';
import { memoizeByIdentity } from '../../memory/memoize-by-identity.ts';
import type { PackedHoldings } from './columnar-network.ts';
import type { HoldingsOf } from './holdings-of.ts';
import { endsAfter, type Holding } from './network-parts.ts';

/**
 * A subset of a network's holdings, as their numbers in ascending order. That order sorts holdings by EUI, then by
 * customer.
 */
export type HoldingSet = { readonly packed: PackedHoldings; readonly numbers: Uint32Array };

const SLICE = 50_000;

export const holdingsAt = ({ packed, numbers }: HoldingSet, from: number, to: number): Holding[] =>
  [...numbers.subarray(from, to)].map((number) => packed.at(number));

/** Returns the holdings in a set that match. */
export function* chosenOf({ packed, numbers }: HoldingSet, isWanted: (number: number) => boolean): Chunked<HoldingSet> {
  const chosen = new Uint32Array(numbers.length);
  let length = 0;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    if (isWanted(number)) {
      chosen[length] = number;
      length += 1;
    }
    if (at % SLICE === 0) yield;
  }
  return { packed, numbers: length === numbers.length ? numbers : chosen.slice(0, length) };
}

const wholeOf = memoizeByIdentity((packed: PackedHoldings): HoldingSet => {
  const numbers = new Uint32Array(packed.length);
  for (let number = 0; number < numbers.length; number += 1) numbers[number] = number;
  return { packed, numbers };
});

/** Returns all holdings in a network, including former ones. */
export const allHoldings = wholeOf;

/** Returns a network's current holdings. */
export const standingAnywhere = memoizeByIdentity((packed: PackedHoldings) =>
  runChunked(chosenOf(wholeOf(packed), (number) => Number.isNaN(packed.endedAt[number]))),
);

/** Returns a customer's current holdings. */
export const standingAmong = memoizeByIdentity(({ numbers, packed }: HoldingsOf) =>
  runChunked(chosenOf({ packed, numbers }, (number) => Number.isNaN(packed.endedAt[number]))),
);

/** Returns the former holdings in a set. */
export const formerOf = memoizeByIdentity((set: HoldingSet) =>
  runChunked(chosenOf(set, (number) => !Number.isNaN(set.packed.endedAt[number]))),
);

/** Returns one holding per outlet: the current holding, or else the one that ended last. */
export const onceEach = memoizeByIdentity((set: HoldingSet) => runChunked(onceOf(set)));

function* onceOf(set: HoldingSet): Chunked<HoldingSet> {
  const { endedAt, outletOf } = set.packed;
  const endOf = (number: number) => (Number.isNaN(endedAt[number]) ? null : (endedAt[number] ?? null));
  const kept = new Uint32Array(set.numbers.length);
  let length = 0;
  yield* forEachChunked(set.numbers, (number) => {
    const before = kept[length - 1] ?? 0;
    const isSame = length > 0 && outletOf[before] === outletOf[number];
    if (isSame && !endsAfter(endOf(number), endOf(before))) return;
    if (!isSame) length += 1;
    kept[length - 1] = number;
  });
  return length === kept.length ? set : { ...set, numbers: kept.slice(0, length) };
}
