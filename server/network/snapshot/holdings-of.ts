import type { Chunked } from '../../memory/chunked.ts';
import type { PackedHoldings } from './columnar-network.ts';
import type { Holding } from './network-parts.ts';

/** A customer's current and past holdings, by outlet key. Holding objects are created on access. */
export type HoldingsOf = {
  readonly size: number;
  /** Number of current holdings. */
  readonly standing: number;
  readonly packed: PackedHoldings;
  /** The holdings' numbers in the network's columns, sorted by EUI. */
  readonly numbers: Uint32Array;
  get(outletKey: number): Holding | undefined;
  has(outletKey: number): boolean;
  keys(): Generator<number>;
  values(): Generator<Holding>;
};

const SLICE = 50_000;

/**
 * Returns each customer's holdings, by customer key. The numbers of each customer's holdings are a slice of one shared
 * array.
 */
export function* holdingsByCustomer(packed: PackedHoldings): Chunked<Map<number, HoldingsOf>> {
  const { customers, customerOf, endedAt } = packed;
  const ends = new Uint32Array(customers.length);
  for (let number = 0; number < packed.length; number += 1) {
    const customer = customerOf[number] ?? 0;
    ends[customer] = (ends[customer] ?? 0) + 1;
    if (number % SLICE === 0) yield;
  }
  for (let customer = 1; customer < ends.length; customer += 1)
    ends[customer] = (ends[customer] ?? 0) + (ends[customer - 1] ?? 0);
  const starts = new Uint32Array(ends.length);
  starts.set(ends.subarray(0, Math.max(0, ends.length - 1)), Math.min(1, ends.length));
  const places = starts.slice();
  const standing = new Uint32Array(ends.length);
  const numbers = new Uint32Array(packed.length);
  for (let number = 0; number < packed.length; number += 1) {
    const customer = customerOf[number] ?? 0;
    const place = places[customer] ?? 0;
    numbers[place] = number;
    places[customer] = place + 1;
    if (Number.isNaN(endedAt[number])) standing[customer] = (standing[customer] ?? 0) + 1;
    if (number % SLICE === 0) yield;
  }
  const byCustomer = new Map<number, HoldingsOf>();
  for (const [place, { key }] of customers.entries()) {
    const own = numbers.subarray(starts[place], ends[place]);
    if (own.length > 0) byCustomer.set(key, holdingsOf(packed, key, own, standing[place] ?? 0));
  }
  return byCustomer;
}

function holdingsOf(packed: PackedHoldings, customerKey: number, numbers: Uint32Array, standing: number): HoldingsOf {
  return {
    size: numbers.length,
    standing,
    packed,
    numbers,
    get(outletKey) {
      const number = packed.numberOf(customerKey, outletKey);
      return number < 0 ? undefined : packed.at(number);
    },
    has: (outletKey) => packed.numberOf(customerKey, outletKey) >= 0,
    *keys() {
      const { outletOf, outlets } = packed;
      for (const number of numbers) yield outlets.keys[outletOf[number] ?? 0] ?? 0;
    },
    *values() {
      for (const number of numbers) yield packed.at(number);
    },
  };
}
