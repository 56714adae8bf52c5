import { MINUTE_MS } from '#domain/durations.ts';
import { findKey } from '#domain/find-by-name.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { grouped } from '../../lib/grouped.ts';
import { atOnce, inTurns, listOf, mapOf, type Slices, sorted } from '../../memory/in-slices.ts';
import { type HoldingsOf, holdingsByCustomer } from './holdings-of.ts';
import type { NetworkCustomer, NetworkOutlet, NetworkVenue } from './network-parts.ts';
import {
  type AssignmentRow,
  type NetworkPacker,
  type OutletRow,
  type PackedHoldings,
  packNetwork,
} from './packed-network.ts';
import { loadAssignmentsOf, loadCustomers, loadFlights, loadVenues, outletPages } from './whole-network-queries.ts';

type LookUp<Key, Value> = { get(key: Key): Value | undefined };

/** Who holds what, as the accounts store says it, ready to be joined with sums. */
export type Network = {
  /** By name. Deleted customers stay as long as outlets tell their history. */
  readonly customers: readonly NetworkCustomer[];
  readonly customerByKey: ReadonlyMap<number, NetworkCustomer>;
  readonly customerById: ReadonlyMap<string, NetworkCustomer>;
  /** By customer key, then outlet key; the outlets of a customer in the order of their EUI. */
  readonly holdings: ReadonlyMap<number, HoldingsOf>;
  readonly outletByEui: LookUp<string, NetworkOutlet>;
  readonly outletByKey: LookUp<number, NetworkOutlet> & { readonly size: number };
  /** By outlet key: the customers that hold or held it. */
  readonly holders: LookUp<number, readonly number[]>;
  readonly flightCode: ReadonlyMap<number, string>;
  /** All holdings as columns, for what looks at a whole network. */
  readonly packed: PackedHoldings;
};

type Reading = { readonly network: Promise<Network>; readonly fromMs: number; untilMs: number };
/** Whoever asks has looked at the clock before, and may have waited for a store since. */
const WAITED_MS = MINUTE_MS;

/** Reads the network and keeps it until a change that was entered for a later instant takes effect, or the clock goes back. */
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

/** Outlets go from the store into columns a page at a time: the rows of a million of them were never all there. */
async function load(accounts: AccountsDb, nowMs: number): Promise<{ network: Network; untilMs: number }> {
  const [customers, venues, flights] = await Promise.all([
    loadCustomers(accounts),
    loadVenues(accounts),
    loadFlights(accounts),
  ]);
  const rows = { customers, venues, flights };
  const packer = await inTurns(startPacking(rows, nowMs));
  let after = '';
  for await (const outlets of outletPages(accounts)) {
    const last = outlets.at(-1)?.eui ?? after;
    const placesOf = grouped(await loadAssignmentsOf(accounts, { after, last }), ({ outlet_key }) => outlet_key);
    for (const outlet of outlets) packer.add(outlet, placesOf.get(outlet.key) ?? []);
    after = last;
  }
  const packed = await inTurns(packer.done());
  return { network: await inTurns(networkOf(packed, rows)), untilMs: packer.nextChangeMs() };
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

/** Joins rows of the accounts store as they hold at the instant. */
export function buildNetwork(rows: Rows, nowMs: number): Network {
  const packer = atOnce(startPacking(rows, nowMs));
  const placesOf = grouped(rows.assignments, ({ outlet_id }) => outlet_id);
  const byEui = [...rows.outlets].sort((a, b) => (a.eui < b.eui ? -1 : 1));
  for (const outlet of byEui) packer.add(outlet, placesOf.get(outlet.id) ?? []);
  return atOnce(networkOf(atOnce(packer.done()), rows));
}

function* startPacking({ customers, venues }: Names, nowMs: number): Slices<NetworkPacker> {
  const made = yield* listOf(customers, ({ id, key, name, name_key, kind, deleted_at }) => ({
    ...{ id, key, name, kind },
    nameKey: name_key,
    findKey: findKey(name),
    deleted: deleted_at !== null,
  }));
  const places = yield* listOf(
    venues,
    ({ id, name, name_key, type, state, time_zone, lat, lng }): NetworkVenue => ({
      ...{ id, name, nameKey: name_key, findKey: findKey(name), type, state, timeZone: time_zone, lat, lng },
    }),
  );
  return packNetwork(yield* sorted(made, ({ findKey, nameKey, id }) => `${findKey}\0${nameKey}\0${id}`), places, nowMs);
}

/** What is asked of a network by name or key, over its columns. */
function* networkOf(packed: PackedHoldings, { flights }: Names): Slices<Network> {
  const { customers, customerOf, firstOf, outlets } = packed;
  const holdings = yield* holdingsByCustomer(packed);
  const outletAt = (place: number) => (place < 0 ? undefined : outlets.at(place));
  return {
    customers: customers.filter(({ deleted, key }) => !deleted || holdings.has(key)),
    customerByKey: yield* mapOf(customers, (customer) => [customer.key, customer]),
    customerById: yield* mapOf(customers, (customer) => [customer.id, customer]),
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
    flightCode: yield* mapOf(flights, ({ key, code }) => [key, code]),
    packed,
  };
}
