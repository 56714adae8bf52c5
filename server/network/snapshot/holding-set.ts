import { eachOf, inTurns, type Slices } from '../../memory/in-slices.ts';
import { keptWith } from '../../memory/kept-with.ts';
import type { HoldingsOf } from './holdings-of.ts';
import { endsAfter, type Holding } from './network-parts.ts';
import type { PackedHoldings } from './packed-network.ts';

/** Some holdings of a network by their numbers, ascending: by EUI, then customer. */
export type HoldingSet = { readonly packed: PackedHoldings; readonly numbers: Uint32Array };

const SLICE = 50_000;

export const holdingsAt = ({ packed, numbers }: HoldingSet, from: number, to: number): Holding[] =>
  [...numbers.subarray(from, to)].map((number) => packed.at(number));

/** Those of a set that are wanted. */
export function* chosenOf({ packed, numbers }: HoldingSet, isWanted: (number: number) => boolean): Slices<HoldingSet> {
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

const wholeOf = keptWith((packed: PackedHoldings): HoldingSet => {
  const numbers = new Uint32Array(packed.length);
  for (let number = 0; number < numbers.length; number += 1) numbers[number] = number;
  return { packed, numbers };
});

/** All holdings of a network, former ones too. */
export const allHoldings = wholeOf;

/** Those of a network that last. */
export const standingAnywhere = keptWith((packed: PackedHoldings) =>
  inTurns(chosenOf(wholeOf(packed), (number) => Number.isNaN(packed.endedAt[number]))),
);

/** Those of one customer that last. */
export const standingAmong = keptWith(({ numbers, packed }: HoldingsOf) =>
  inTurns(chosenOf({ packed, numbers }, (number) => Number.isNaN(packed.endedAt[number]))),
);

/** Those that have ended. */
export const formerOf = keptWith((set: HoldingSet) =>
  inTurns(chosenOf(set, (number) => !Number.isNaN(set.packed.endedAt[number]))),
);

/** Each outlet once: as the holding that lasts, else the one that ended last. */
export const onceEach = keptWith((set: HoldingSet) => inTurns(onceOf(set)));

function* onceOf(set: HoldingSet): Slices<HoldingSet> {
  const { endedAt, outletOf } = set.packed;
  const endOf = (number: number) => (Number.isNaN(endedAt[number]) ? null : (endedAt[number] ?? null));
  const kept = new Uint32Array(set.numbers.length);
  let length = 0;
  yield* eachOf(set.numbers, (number) => {
    const before = kept[length - 1] ?? 0;
    const isSame = length > 0 && outletOf[before] === outletOf[number];
    if (isSame && !endsAfter(endOf(number), endOf(before))) return;
    if (!isSame) length += 1;
    kept[length - 1] = number;
  });
  return length === kept.length ? set : { ...set, numbers: kept.slice(0, length) };
}
