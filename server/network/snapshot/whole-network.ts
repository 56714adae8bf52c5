import { findKey } from '#domain/find-by-name.ts';
import { nameKey } from '#domain/name-key.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { atOnce, eachOf, inTurns, listOf, mapOf, type Slices, sorted } from '../../memory/in-slices.ts';
import { loadAssignments, loadCustomers, loadFlights, loadOutlets, loadVenues } from './whole-network-queries.ts';

export type NetworkCustomer = {
  readonly id: string;
  readonly key: number;
  readonly name: string;
  readonly nameKey: string;
  /** What is looked for by name is found by it. */
  readonly findKey: string;
  readonly kind: 'property' | 'advertiser';
  readonly deleted: boolean;
};

export type NetworkOutlet = {
  readonly id: string;
  readonly key: number;
  /** Lower case. */
  readonly eui: string;
  /** What its owner calls it; may be empty. */
  readonly label: string;
  readonly labelKey: string;
  readonly lat: number | null;
  readonly lng: number | null;
};

export type NetworkVenue = {
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
  readonly type: string;
  readonly state: string;
  readonly timeZone: string;
  readonly lat: number | null;
  readonly lng: number | null;
};

/** An outlet as one customer holds or held it, with the venue where it stood last for that customer. */
export type Holding = {
  readonly outlet: NetworkOutlet;
  readonly customer: NetworkCustomer;
  readonly venue: NetworkVenue;
  /** When the outlet went to somebody else or out of service (epoch ms); null while it stands there. */
  readonly endedAt: number | null;
};

/** Who holds what, as the accounts store says it, ready to be joined with sums. */
export type Network = {
  /** By name. Deleted customers stay as long as outlets tell their history. */
  readonly customers: readonly NetworkCustomer[];
  readonly customerByKey: ReadonlyMap<number, NetworkCustomer>;
  readonly customerById: ReadonlyMap<string, NetworkCustomer>;
  /** By customer key, then outlet key; the outlets of a customer in the order of their EUI. */
  readonly holdings: ReadonlyMap<number, ReadonlyMap<number, Holding>>;
  readonly outletByEui: ReadonlyMap<string, NetworkOutlet>;
  readonly outletByKey: ReadonlyMap<number, NetworkOutlet>;
  /** By outlet key: the customers that hold or held it. */
  readonly holders: ReadonlyMap<number, readonly number[]>;
  readonly flightCode: ReadonlyMap<number, string>;
};

/** Reads the network and keeps it until a change that was entered for a later instant takes effect. */
export function createWholeNetwork(accounts: AccountsDb): (nowMs: number) => Promise<Network> {
  let known: { readonly network: Promise<Network>; untilMs: number } | null = null;
  return (nowMs) => {
    if (known === null || nowMs >= known.untilMs) {
      const network = loadRows(accounts).then(async (rows) => {
        reading.untilMs = await inTurns(nextChange(rows, nowMs));
        return inTurns(networkOf(rows, nowMs));
      });
      const reading = { network, untilMs: Number.POSITIVE_INFINITY };
      known = reading;
      network.catch(() => {
        if (known === reading) known = null;
      });
    }
    return known.network;
  };
}

/** The first instant after `nowMs` at which an assignment begins or ends, or an outlet is retired. */
function* nextChange({ assignments, outlets }: Rows, nowMs: number): Slices<number> {
  let next = Number.POSITIVE_INFINITY;
  const consider = (at: number | null) => {
    if (at !== null && at > nowMs && at < next) next = at;
  };
  yield* eachOf(assignments, ({ from_at, to_at }) => {
    consider(from_at);
    consider(to_at);
  });
  yield* eachOf(outlets, ({ retired_at }) => consider(retired_at));
  return next;
}

async function loadRows(accounts: AccountsDb): Promise<Rows> {
  const [customers, venues, outlets, assignments, flights] = await Promise.all([
    loadCustomers(accounts),
    loadVenues(accounts),
    loadOutlets(accounts),
    loadAssignments(accounts),
    loadFlights(accounts),
  ]);
  return { customers, venues, outlets, assignments, flights };
}

type Rows = {
  readonly customers: Awaited<ReturnType<typeof loadCustomers>>;
  readonly venues: Awaited<ReturnType<typeof loadVenues>>;
  readonly outlets: Awaited<ReturnType<typeof loadOutlets>>;
  readonly assignments: Awaited<ReturnType<typeof loadAssignments>>;
  readonly flights: Awaited<ReturnType<typeof loadFlights>>;
};

/** Joins the rows of the accounts store as they hold at the instant. */
export const buildNetwork = (rows: Rows, nowMs: number): Network => atOnce(networkOf(rows, nowMs));

/** The same in slices: a network of 200,000 outlets takes the better part of a second. */
function* networkOf(rows: Rows, nowMs: number): Slices<Network> {
  const made = yield* listOf(rows.customers, ({ id, key, name, name_key, kind, deleted_at }) => ({
    ...{ id, key, name, kind },
    nameKey: name_key,
    findKey: findKey(name),
    deleted: deleted_at !== null,
  }));
  const customers = yield* sorted(made, ({ nameKey, id }) => `${nameKey}\0${id}`);
  const customerById = yield* mapOf(customers, (customer) => [customer.id, customer]);
  const outlets = yield* listOf(rows.outlets, ({ id, key, eui, label, lat, lng }) => ({
    ...{ id, key, eui, label, lat, lng },
    labelKey: nameKey(label),
  }));
  const outletById = yield* mapOf(outlets, (outlet) => [outlet.id, outlet]);
  const holdings = yield* joinHoldings(rows, customerById, outletById, nowMs);

  const byCustomer = new Map<number, Map<number, Holding>>();
  const holders = new Map<number, number[]>();
  yield* eachOf(yield* sorted(holdings, ({ outlet }) => outlet.eui), (holding) => {
    const { customer, outlet } = holding;
    const own = byCustomer.get(customer.key) ?? new Map<number, Holding>();
    byCustomer.set(customer.key, own.set(outlet.key, holding));
    holders.set(outlet.key, [...(holders.get(outlet.key) ?? []), customer.key]);
  });
  return {
    customers: customers.filter(({ deleted, key }) => !deleted || byCustomer.has(key)),
    customerByKey: yield* mapOf(customers, (customer) => [customer.key, customer]),
    customerById,
    holdings: byCustomer,
    outletByEui: yield* mapOf(outlets, (outlet) => [outlet.eui, outlet]),
    outletByKey: yield* mapOf(outlets, (outlet) => [outlet.key, outlet]),
    holders,
    flightCode: yield* mapOf(rows.flights, ({ key, code }) => [key, code]),
  };
}

/** One holding per customer and outlet: the latest assignment of the outlet to that customer. */
function* joinHoldings(
  rows: Rows,
  customerById: ReadonlyMap<string, NetworkCustomer>,
  outletById: ReadonlyMap<string, NetworkOutlet>,
  nowMs: number,
): Slices<Holding[]> {
  const venueById = yield* mapOf(rows.venues, ({ id, name, name_key, type, state, time_zone, lat, lng }) => [
    id,
    { id, name, nameKey: name_key, type, state, timeZone: time_zone, lat, lng },
  ]);
  const retiredAt = yield* mapOf(rows.outlets, ({ id, retired_at }) => [id, retired_at]);
  const latest = new Map<string, Holding>();
  yield* eachOf(rows.assignments, ({ outlet_id, customer_id, venue_id, from_at, to_at }) => {
    if (from_at > nowMs) return;
    const [outlet, customer, venue] = [
      outletById.get(outlet_id),
      customerById.get(customer_id),
      venueById.get(venue_id),
    ];
    if (outlet === undefined || customer === undefined || venue === undefined) return;
    const pair = `${customer_id}/${outlet_id}`;
    const held = latest.get(pair);
    const retired = retiredAt.get(outlet_id) ?? null;
    // Entered for later, and the outlet retired before: it never stood there.
    if (retired !== null && from_at >= retired && retired <= nowMs) return;
    const end = Math.min(to_at ?? Number.POSITIVE_INFINITY, retired ?? Number.POSITIVE_INFINITY);
    const endedAt = end > nowMs ? null : end;
    if (held === undefined || endsAfter(endedAt, held.endedAt)) latest.set(pair, { outlet, customer, venue, endedAt });
  });
  return yield* listOf(latest.values(), (holding) => holding);
}

/** Whether the first end lies later; null has none. */
export const endsAfter = (a: number | null, b: number | null): boolean => b !== null && (a === null || a > b);
