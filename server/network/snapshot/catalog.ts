import { readCategories } from '#domain/creative-standing.ts';
import { readOpeningHours } from '#domain/opening-hours.ts';
import { readTargetRule, targetFilter } from '#domain/targets.ts';
import { utmOf, withUtm } from '#domain/utm.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { grouped } from '../../lib/grouped.ts';
import { inGroups } from '../../lib/in-groups.ts';
import { creativeUrl } from '../creative-url.ts';
import type { Assignment, CatalogCreative, CatalogFlight, CatalogOutlet, CatalogPicture } from './catalog-entries.ts';
import {
  type AssignmentRow,
  type CreativeRow,
  type DecisionRow,
  type FlightRow,
  findAssignments,
  findCreativeDecisions,
  findFlightCreatives,
  findFlightPauses,
  findFlightPrices,
  findFlights,
  findOpenFlights,
  findOutletsByEui,
  findOwnerShares,
  type PauseRow,
  type PriceRow,
  type ShareRow,
} from './catalog-queries.ts';

/** The part of the network that batches have requested so far. */
export type Catalog = {
  readonly outlets: ReadonlyMap<string, CatalogOutlet>;
  readonly flightsByCode: ReadonlyMap<string, CatalogFlight>;
  readonly flightsByKey: ReadonlyMap<number, CatalogFlight>;
  /**
   * Loads the entries that aren't cached yet and returns the requested outlets. On a large network, the catalog evicts
   * all but the most recently loaded outlets, so use the returned map, not `outlets`. Missing entries aren't cached;
   * the next call queries them again.
   */
  load(wanted: {
    euis?: Iterable<string>;
    flightCodes?: Iterable<string>;
    flightKeys?: Iterable<number>;
  }): Promise<ReadonlyMap<string, CatalogOutlet>>;
  /**
   * Returns all approved flights that had not ended when the catalog read them, paused or not. The catalog reads them
   * only once, so some may have ended since.
   */
  openFlights(nowMs: number): Promise<readonly CatalogFlight[]>;
};

/** Maximum number of cached outlets. Each outlet takes about 1 KB, including its places and shares. */
const MOST_OUTLETS = 100_000;

export function createCatalog(accounts: AccountsDb): Catalog {
  const outlets = new Map<string, CatalogOutlet>();
  const flightsByCode = new Map<string, CatalogFlight>();
  const flightsByKey = new Map<number, CatalogFlight>();

  const addFlights = (flights: readonly CatalogFlight[]) => {
    for (const flight of flights) {
      flightsByCode.set(flight.code, flight);
      flightsByKey.set(flight.key, flight);
    }
  };

  async function outletsOf(euis: ReadonlySet<string>): Promise<ReadonlyMap<string, CatalogOutlet>> {
    const wanted = new Map<string, CatalogOutlet>();
    for (const eui of euis) {
      const known = outlets.get(eui);
      if (known !== undefined) wanted.set(eui, known);
    }
    const unknown = absent(euis, wanted);
    if (unknown.length === 0) return wanted;
    for (const outlet of await loadOutlets(accounts, unknown)) {
      wanted.set(outlet.eui, outlet);
      outlets.set(outlet.eui, outlet);
    }
    for (const eui of outlets.keys()) {
      if (outlets.size <= MOST_OUTLETS) break;
      outlets.delete(eui);
    }
    return wanted;
  }

  let open: Promise<readonly CatalogFlight[]> | null = null;
  const readOpen = async (nowMs: number) => {
    try {
      const flights = await loadOpenFlights(accounts, nowMs);
      addFlights(flights);
      return flights;
    } catch (error) {
      open = null;
      throw error;
    }
  };

  return {
    outlets,
    openFlights: (nowMs) => {
      open ??= readOpen(nowMs);
      return open;
    },
    flightsByCode,
    flightsByKey,
    load: async ({ euis = [], flightCodes = [], flightKeys = [] }) => {
      const wanted = await outletsOf(new Set(euis));
      const newCodes = absent(flightCodes, flightsByCode);
      if (newCodes.length > 0) addFlights(await loadFlights(accounts, { column: 'code', values: newCodes }));
      const newKeys = absent(flightKeys, flightsByKey);
      if (newKeys.length > 0) addFlights(await loadFlights(accounts, { column: 'key', values: newKeys }));
      return wanted;
    },
  };
}

const absent = <Key>(keys: Iterable<Key>, known: ReadonlyMap<Key, unknown>): Key[] =>
  [...new Set(keys)].filter((key) => !known.has(key));

async function loadOutlets(accounts: AccountsDb, euis: readonly string[]): Promise<CatalogOutlet[]> {
  const outlets = await inGroups(euis, (some) => findOutletsByEui(accounts, some));
  const assignments = await inGroups(
    outlets.map(({ id }) => id),
    (some) => findAssignments(accounts, some),
  );
  const shares = await inGroups([...new Set(assignments.map((row) => row.customer_id))], (some) =>
    findOwnerShares(accounts, some),
  );
  const sharesOf = grouped(shares, (row) => row.customer_id);
  const assignmentsOf = grouped(assignments, (row) => row.outlet_id);
  return outlets.map(({ id, key, eui, retired_at: retiredMs, rated_watts: ratedWatts, sockets }) => ({
    id,
    key,
    eui,
    retiredMs,
    ratedWatts,
    sockets: sockets ?? 1,
    assignments: (assignmentsOf.get(id) ?? []).map((row) => assignmentOf(row, sharesOf.get(row.customer_id) ?? [])),
  }));
}

const assignmentOf = (row: AssignmentRow, shares: readonly ShareRow[]): Assignment => ({
  fromMs: row.from_at,
  toMs: row.to_at,
  customerId: row.customer_id,
  customerKey: row.customer_key,
  venueId: row.venue_id,
  timeZone: row.time_zone,
  openingHours: readOpeningHours(row.opening_hours) ?? [],
  shares: shares.map((share) => ({ validFrom: share.valid_from, ppm: share.share_ppm })),
  creativePolicy: {
    reviewsEach: row.reviews_creatives === 1,
    blockedCategories: readCategories(row.blocked_categories),
  },
  housePicture: housePictureOf(row),
  place: {
    outletId: row.outlet_id,
    venueId: row.venue_id,
    customerId: row.customer_id,
    venueType: row.venue_type,
    state: row.venue_state,
    // Each position has both coordinates or neither.
    lat: row.lat ?? row.venue_lat,
    lng: row.lng ?? row.venue_lng,
  },
});

function housePictureOf({ hash, type, ...row }: AssignmentRow): CatalogPicture | null {
  if (row.house_id === null || hash === null || type === null) return null;
  return {
    id: row.house_id,
    url: creativeUrl({ hash, type }),
    type,
    width: row.width ?? 0,
    height: row.height ?? 0,
    seconds: row.house_seconds ?? 0,
    target: row.house_target ?? '',
  };
}

type WantedFlights = { column: 'code'; values: readonly string[] } | { column: 'key'; values: readonly number[] };

async function loadFlights(accounts: AccountsDb, wanted: WantedFlights): Promise<CatalogFlight[]> {
  const flights =
    wanted.column === 'code'
      ? await inGroups(wanted.values, (values) => findFlights(accounts, { column: 'code', values }))
      : await inGroups(wanted.values, (values) => findFlights(accounts, { column: 'key', values }));
  return withParts(accounts, flights);
}

/** Loads all approved flights that have not ended at the given time. */
const loadOpenFlights = async (accounts: AccountsDb, nowMs: number): Promise<CatalogFlight[]> =>
  withParts(accounts, await findOpenFlights(accounts, nowMs));

async function withParts(accounts: AccountsDb, flights: readonly FlightRow[]): Promise<CatalogFlight[]> {
  const ids = flights.map(({ id }) => id);
  const prices = grouped(await inGroups(ids, (some) => findFlightPrices(accounts, some)), (row) => row.flight_id);
  const pauses = grouped(await inGroups(ids, (some) => findFlightPauses(accounts, some)), (row) => row.flight_id);
  const creatives = await inGroups(ids, (some) => findFlightCreatives(accounts, some));
  const decisions = await inGroups(
    creatives.map(({ id }) => id),
    (some) => findCreativeDecisions(accounts, some),
  );
  const creativesOf = grouped(creatives, (row) => row.flight_id);
  const decisionsOf = grouped(decisions, (row) => row.creative_id);
  return flights.map((row) => ({
    ...flightOf(row, prices.get(row.id) ?? []),
    pauses: pausesOf(row, pauses.get(row.id) ?? []),
    creatives: (creativesOf.get(row.id) ?? []).map((one) => creativeOf(row, one, decisionsOf.get(one.id) ?? [])),
  }));
}

const creativeOf = (flight: FlightRow, row: CreativeRow, decisions: readonly DecisionRow[]): CatalogCreative => ({
  id: row.id,
  url: creativeUrl(row),
  type: row.type,
  width: row.width,
  height: row.height,
  seconds: row.duration_seconds,
  target: withUtm(row.target_url, utmOf(flight.utm, row.utm)).url,
  weight: row.weight,
  decisions: new Map(decisions.map(({ customer_id: customer, decision }) => [customer, decision])),
});

/**
 * Returns a flight's pauses. A paused flight whose pause has no recorded start earns nothing at any time. A running
 * flight has no open pause.
 */
function pausesOf({ paused }: FlightRow, rows: readonly PauseRow[]): CatalogFlight['pauses'] {
  const pauses = rows.map((row) => ({ fromMs: row.from_at, toMs: row.to_at }));
  const ended = pauses.filter(({ toMs }) => toMs !== null);
  if (paused === 0) return ended;
  return pauses.length > ended.length ? pauses : [...ended, { fromMs: Number.NEGATIVE_INFINITY, toMs: null }];
}

type PlainFlight = Omit<CatalogFlight, 'pauses' | 'creatives'>;

const flightOf = (row: FlightRow, prices: readonly PriceRow[]): PlainFlight => ({
  id: row.id,
  key: row.key,
  code: row.code,
  campaignKey: row.campaign_key,
  advertiserKey: row.advertiser_key,
  sponsor: row.sponsor === '' ? row.advertiser_name : row.sponsor,
  category: row.category,
  timeZone: row.time_zone === '' ? null : row.time_zone,
  approvedMs: row.approved_at,
  cancelledMs: row.cancelled_at,
  startsMs: row.starts_at,
  endsMs: row.ends_at,
  budgetMicros: row.budget_micros,
  dailyCapMicros: row.daily_cap_micros,
  visitorCap: row.visitor_cap,
  acceptsUnsigned: row.accepts_unsigned !== 0,
  pacing: row.pacing,
  prices: prices.map((price) => ({
    validFrom: price.valid_from,
    model: price.model,
    priceMicros: price.price_micros,
    venueType: price.venue_type,
  })),
  reaches: targetFilter(readTargetRule(row.targets)),
});
