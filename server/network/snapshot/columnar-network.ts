import { nameKey } from '#domain/name-key.ts';
import type { Chunked } from '../../memory/chunked.ts';
import { grownColumn } from '../../memory/grown-column.ts';
import { type PackedText, textPacker } from '../../memory/packed-text.ts';
import {
  endsAfter,
  type Holding,
  type NetworkCustomer,
  type NetworkOutlet,
  type NetworkVenue,
} from './network-parts.ts';

/** All outlets in columns, sorted by EUI. A million outlets took ten times the memory when stored as objects. */
export type PackedOutlets = {
  readonly length: number;
  readonly keys: Uint32Array;
  readonly euis: PackedText;
  readonly labelKeys: PackedText;
  /** NaN if the outlet has no position of its own. */
  readonly lats: Float64Array;
  readonly lngs: Float64Array;
  /** 1 for each retired outlet. */
  readonly retired: Uint8Array;
  /**
   * The current place, or else the first future one: 1-based indexes into the customer and venue lists; 0 if there is
   * none.
   */
  readonly placedCustomer: Uint32Array;
  readonly placedVenue: Uint32Array;
  at(place: number): NetworkOutlet;
  /** Returns the index of the outlet with this key, or -1 if there is none. */
  placeOfKey(key: number): number;
  placeOfEui(eui: string): number;
};

/** Current and past holdings, each with a number. Numbers ascend by EUI, then by customer key. */
export type PackedHoldings = {
  readonly length: number;
  readonly outlets: PackedOutlets;
  readonly customers: readonly NetworkCustomer[];
  readonly venues: readonly NetworkVenue[];
  /**
   * By number: the indexes of a holding's outlet, customer and venue in the lists above, and its end (NaN if it has
   * none).
   */
  readonly outletOf: Uint32Array;
  readonly customerOf: Uint32Array;
  readonly venueOf: Uint32Array;
  readonly endedAt: Float64Array;
  at(number: number): Holding;
  /** Returns the number of a customer's holding of an outlet, by their keys; -1 if there is none. */
  numberOf(customerKey: number, outletKey: number): number;
  /** By outlet index: the number of its first holding. Its holdings end before the next outlet's first one. */
  readonly firstOf: Uint32Array;
};

export type OutletRow = {
  readonly id: string;
  readonly key: number;
  readonly eui: string;
  readonly label: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly retired_at: number | null;
};
export type AssignmentRow = {
  readonly customer_id: string;
  readonly venue_id: string;
  readonly from_at: number;
  readonly to_at: number | null;
};

export type NetworkPacker = {
  add(outlet: OutletRow, assignments: readonly AssignmentRow[]): void;
  /** Returns the next time at which an assignment begins or ends, or an outlet is retired. */
  nextChangeMs(): number;
  done(): Chunked<PackedHoldings>;
};

const integers = () => grownColumn((length) => new Uint32Array(length));
const floats = () => grownColumn((length) => new Float64Array(length));
const SLICE = 50_000;
const orNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

/**
 * Creates a packer that packs outlets into columns as of a given time. Add outlets in EUI order, each with all its
 * assignments.
 */
export function toColumnarNetwork(
  customers: readonly NetworkCustomer[],
  venues: readonly NetworkVenue[],
  nowMs: number,
): NetworkPacker {
  const places = {
    customers,
    customerPlaces: new Map(customers.map(({ id }, place) => [id, place])),
    venuePlaces: new Map(venues.map(({ id }, place) => [id, place])),
  };
  const [ids, euis, labels, labelKeys] = [textPacker(), textPacker(), textPacker(), textPacker()];
  const [keys, lats, lngs] = [integers(), floats(), floats()];
  const retired = grownColumn((length) => new Uint8Array(length));
  const [placedCustomer, placedVenue] = [integers(), integers()];
  const [outletOf, customerOf, venueOf, endedAt, firstOf] = [integers(), integers(), integers(), floats(), integers()];
  let nextMs = Number.POSITIVE_INFINITY;
  const consider = (at: number | null) => {
    if (at !== null && at > nowMs && at < nextMs) nextMs = at;
  };

  return {
    add(outlet, assignments) {
      const place = keys.length();
      keys.push(outlet.key);
      ids.push(outlet.id);
      euis.push(outlet.eui);
      labels.push(outlet.label);
      labelKeys.push(outlet.label === '' ? '' : nameKey(outlet.label));
      lats.push(outlet.lat ?? Number.NaN);
      lngs.push(outlet.lng ?? Number.NaN);
      firstOf.push(outletOf.length());
      retired.push(outlet.retired_at === null ? 0 : 1);
      const first = firstPlace(assignments, nowMs);
      placedCustomer.push((places.customerPlaces.get(first?.customer_id ?? '') ?? -1) + 1);
      placedVenue.push((places.venuePlaces.get(first?.venue_id ?? '') ?? -1) + 1);
      consider(outlet.retired_at);
      for (const { from_at, to_at } of assignments) {
        consider(from_at);
        consider(to_at);
      }
      for (const [customer, held] of latestOf(outlet, assignments, nowMs, places)) {
        outletOf.push(place);
        customerOf.push(customer);
        venueOf.push(held.venue);
        endedAt.push(held.endedAt ?? Number.NaN);
      }
    },
    nextChangeMs: () => nextMs,
    *done() {
      firstOf.push(outletOf.length());
      const texts = { ids: ids.done(), euis: euis.done(), labels: labels.done(), labelKeys: labelKeys.done() };
      yield;
      const placed = {
        placedCustomer: placedCustomer.done(),
        placedVenue: placedVenue.done(),
        retired: retired.done(),
      };
      const known = { keys: keys.done(), lats: lats.done(), lngs: lngs.done(), ...placed };
      yield;
      const outlets = yield* packedOutlets(known, texts);
      const of = { outletOf: outletOf.done(), customerOf: customerOf.done(), venueOf: venueOf.done() };
      yield;
      return packedHoldings({ outlets, customers, venues, ...of, endedAt: endedAt.done(), firstOf: firstOf.done() });
    },
  };
}

/** Returns the assignment at the given time, or else the first assignment after that time. */
function firstPlace(assignments: readonly AssignmentRow[], nowMs: number): AssignmentRow | undefined {
  let first: AssignmentRow | undefined;
  for (const one of assignments) {
    const isOver = one.to_at !== null && one.to_at <= nowMs;
    if (!isOver && (first === undefined || one.from_at < first.from_at)) first = one;
  }
  return first;
}

/** Returns one holding per customer, sorted by customer key: the outlet's latest assignment to that customer. */
function latestOf(
  { retired_at: retired }: OutletRow,
  assignments: readonly AssignmentRow[],
  nowMs: number,
  { customers, customerPlaces, venuePlaces }: Places,
): Iterable<readonly [customer: number, held: Held]> {
  const latest = new Map<number, Held>();
  for (const { customer_id, venue_id, from_at, to_at } of assignments) {
    const [customer, venue] = [customerPlaces.get(customer_id), venuePlaces.get(venue_id)];
    if (from_at > nowMs || customer === undefined || venue === undefined) continue;
    // A future assignment that begins after the outlet's retirement never takes effect.
    if (retired !== null && from_at >= retired && retired <= nowMs) continue;
    const end = Math.min(to_at ?? Number.POSITIVE_INFINITY, retired ?? Number.POSITIVE_INFINITY);
    const endedAt = end > nowMs ? null : end;
    const held = latest.get(customer);
    if (held === undefined || endsAfter(endedAt, held.endedAt)) latest.set(customer, { venue, endedAt });
  }
  const keyOf = (customer: number) => customers[customer]?.key ?? 0;
  return latest.size < 2 ? latest : [...latest].sort(([a], [b]) => keyOf(a) - keyOf(b));
}

type Held = { readonly venue: number; readonly endedAt: number | null };
type Places = {
  readonly customers: readonly NetworkCustomer[];
  readonly customerPlaces: ReadonlyMap<string, number>;
  readonly venuePlaces: ReadonlyMap<string, number>;
};
type Texts = Readonly<Record<'ids' | 'euis' | 'labels' | 'labelKeys', PackedText>>;

type Columns = Pick<PackedOutlets, 'keys' | 'lats' | 'lngs' | 'retired' | 'placedCustomer' | 'placedVenue'>;

function* packedOutlets(columns: Columns, { ids, euis, labels, labelKeys }: Texts): Chunked<PackedOutlets> {
  const { keys, lats, lngs } = columns;
  // Keys are sequential: about one per outlet, unless many outlets were deleted.
  let highest = 0;
  for (const key of keys) if (key > highest) highest = key;
  const isDense = highest < 4 * keys.length + 1_000;
  const places = isDense ? new Uint32Array(highest + 1) : new Map<number, number>();
  yield;
  for (let place = 0; place < keys.length; place += 1) {
    const key = keys[place] ?? 0;
    if (places instanceof Map) places.set(key, place + 1);
    else places[key] = place + 1;
    if (place % SLICE === 0) yield;
  }
  return {
    ...columns,
    length: keys.length,
    euis,
    labelKeys,
    at: (place) => ({
      id: ids.at(place),
      key: keys[place] ?? 0,
      eui: euis.at(place),
      label: labels.at(place),
      labelKey: labelKeys.at(place),
      lat: orNull(lats[place]),
      lng: orNull(lngs[place]),
    }),
    placeOfKey: (key) => ((places instanceof Map ? places.get(key) : places[key]) ?? 0) - 1,
    placeOfEui(eui) {
      let [low, high] = [0, keys.length - 1];
      while (low <= high) {
        const middle = (low + high) >>> 1;
        const found = euis.at(middle);
        if (found === eui) return middle;
        if (found < eui) low = middle + 1;
        else high = middle - 1;
      }
      return -1;
    },
  };
}

function packedHoldings(columns: Omit<PackedHoldings, 'length' | 'at' | 'numberOf'>): PackedHoldings {
  const { outlets, customers, venues, outletOf, customerOf, venueOf, endedAt, firstOf } = columns;
  return {
    ...columns,
    length: outletOf.length,
    at(number) {
      const [customer, venue] = [customers[customerOf[number] ?? -1], venues[venueOf[number] ?? -1]];
      if (customer === undefined || venue === undefined) throw new Error(`there is no holding ${number}`);
      return { outlet: outlets.at(outletOf[number] ?? 0), customer, venue, endedAt: orNull(endedAt[number]) };
    },
    numberOf(customerKey, outletKey) {
      const place = outlets.placeOfKey(outletKey);
      const end = firstOf[place + 1] ?? 0;
      for (let number = firstOf[place] ?? end; number < end; number += 1)
        if (customers[customerOf[number] ?? -1]?.key === customerKey) return number;
      return -1;
    },
  };
}
