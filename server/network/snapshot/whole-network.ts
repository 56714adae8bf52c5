import { MINUTE_MS } from '#domain/durations.ts';
import { findKey } from '#domain/find-by-name.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { grouped } from '../../lib/grouped.ts';
import { type Chunked, mapChunked, runAtOnce, runChunked, sortChunked, toMapChunked } from '../../memory/chunked.ts';
import {
  type AssignmentRow,
  type NetworkPacker,
  type OutletRow,
  type PackedHoldings,
  toColumnarNetwork,
} from './columnar-network.ts';
import { type HoldingsOf, holdingsByCustomer } from './holdings-of.ts';
import type { NetworkCustomer, NetworkOutlet, NetworkVenue } from './network-parts.ts';
import { loadAssignmentsOf, loadCustomers, loadFlights, loadVenues, outletPages } from './whole-network-queries.ts';

type LookUp<Key, Value> = { get(key: Key): Value | undefined };

/** The network's holdings from the accounts store, ready to be joined with sums. */
export type Network = {
  /** Sorted by name. Includes deleted customers that hold or have held outlets. */
  readonly customers: readonly NetworkCustomer[];
  readonly customerByKey: ReadonlyMap<number, NetworkCustomer>;
  readonly customerById: ReadonlyMap<string, NetworkCustomer>;
  /** Holdings by customer key, then by outlet key. A customer's outlets are in EUI order. */
  readonly holdings: ReadonlyMap<number, HoldingsOf>;
  readonly outletByEui: LookUp<string, NetworkOutlet>;
  readonly outletByKey: LookUp<number, NetworkOutlet> & { readonly size: number };
  /** By outlet key: the customers that hold or held the outlet. */
  readonly holders: LookUp<number, readonly number[]>;
  readonly flightCode: ReadonlyMap<number, string>;
  /** Names of the flights that have one, by key. */
  readonly flightLabel: ReadonlyMap<number, string>;
  /** All holdings in columns, for scans of the whole network. */
  readonly packed: PackedHoldings;
};

type Reading = { readonly network: Promise<Network>; readonly fromMs: number; untilMs: number };
/**
 * How far a query's time may lie before that of the cached network. A caller may read the clock and then wait for a
 * store.
 */
const WAITED_MS = MINUTE_MS;

/**
 * Creates a function that loads the network and caches it until a scheduled change takes effect or the clock is set
 * back.
 */
export function createWholeNetwork(accounts: AccountsDb): (nowMs: number) => Promise<Network> {
  let known: Reading | null = null;
  return (nowMs) => {
    if (known === null || nowMs >= known.untilMs || nowMs < known.fromMs - WAITED_MS) {
      const network = load(accounts, nowMs).then((loaded) => {
        reading.untilMs = loaded.untilMs;
        return loaded.network;
      });
      const reading: Reading = { network, fromMs: nowMs, untilMs: Number.POSITIVE_INFINITY };
      known = reading;
      network.catch(() => {
        if (known === reading) known = null;
      });
    }
    return known.network;
  };
}

/** Loads outlets into columns page by page, so that the rows of a million outlets are never in memory together. */
async function load(accounts: AccountsDb, nowMs: number): Promise<{ network: Network; untilMs: number }> {
  const [customers, venues, flights] = await Promise.all([
    loadCustomers(accounts),
    loadVenues(accounts),
    loadFlights(accounts),
  ]);
  const rows = { customers, venues, flights };
  const packer = await runChunked(startPacking(rows, nowMs));
  let after = '';
  for await (const outlets of outletPages(accounts)) {
    const last = outlets.at(-1)?.eui ?? after;
    const placesOf = grouped(await loadAssignmentsOf(accounts, { after, last }), ({ outlet_key }) => outlet_key);
    for (const outlet of outlets) packer.add(outlet, placesOf.get(outlet.key) ?? []);
    after = last;
  }
  const packed = await runChunked(packer.done());
  return { network: await runChunked(networkOf(packed, rows)), untilMs: packer.nextChangeMs() };
}

type Names = {
  readonly customers: Awaited<ReturnType<typeof loadCustomers>>;
  readonly venues: Awaited<ReturnType<typeof loadVenues>>;
  readonly flights: Awaited<ReturnType<typeof loadFlights>>;
};
type Rows = Names & {
  readonly outlets: readonly OutletRow[];
  readonly assignments: readonly (AssignmentRow & { readonly outlet_id: string })[];
};

/** Builds the network from rows in the accounts store, as of a given time. */
export function buildNetwork(rows: Rows, nowMs: number): Network {
  const packer = runAtOnce(startPacking(rows, nowMs));
  const placesOf = grouped(rows.assignments, ({ outlet_id }) => outlet_id);
  const byEui = [...rows.outlets].sort((a, b) => (a.eui < b.eui ? -1 : 1));
  for (const outlet of byEui) packer.add(outlet, placesOf.get(outlet.id) ?? []);
  return runAtOnce(networkOf(runAtOnce(packer.done()), rows));
}

function* startPacking({ customers, venues }: Names, nowMs: number): Chunked<NetworkPacker> {
  const made = yield* mapChunked(customers, ({ id, key, name, name_key, kind, deleted_at }) => ({
    id,
    key,
    name,
    kind,
    nameKey: name_key,
    findKey: findKey(name),
    deleted: deleted_at !== null,
  }));
  const places = yield* mapChunked(
    venues,
    ({ id, name, name_key, type, state, time_zone, lat, lng }): NetworkVenue => ({
      id,
      name,
      nameKey: name_key,
      findKey: findKey(name),
      type,
      state,
      timeZone: time_zone,
      lat,
      lng,
    }),
  );
  return toColumnarNetwork(
    yield* sortChunked(made, ({ findKey, nameKey, id }) => `${findKey}\0${nameKey}\0${id}`),
    places,
    nowMs,
  );
}

/** Builds the lookups by name and key over the columns. */
function* networkOf(packed: PackedHoldings, { flights }: Names): Chunked<Network> {
  const { customers, customerOf, firstOf, outlets } = packed;
  const holdings = yield* holdingsByCustomer(packed);
  const outletAt = (place: number) => (place < 0 ? undefined : outlets.at(place));
  return {
    customers: customers.filter(({ deleted, key }) => !deleted || holdings.has(key)),
    customerByKey: yield* toMapChunked(customers, (customer) => [customer.key, customer]),
    customerById: yield* toMapChunked(customers, (customer) => [customer.id, customer]),
    holdings,
    outletByEui: { get: (eui) => outletAt(outlets.placeOfEui(eui)) },
    outletByKey: { get: (key) => outletAt(outlets.placeOfKey(key)), size: outlets.length },
    holders: {
      get(outletKey) {
        const place = outlets.placeOfKey(outletKey);
        if (place < 0) return undefined;
        return [...customerOf.subarray(firstOf[place], firstOf[place + 1])].map((one) => customers[one]?.key ?? 0);
      },
    },
    flightCode: yield* toMapChunked(flights, ({ key, code }) => [key, code]),
    flightLabel: new Map(flights.flatMap(({ key, label }) => (label === '' ? [] : [[key, label]]))),
    packed,
  };
}
