import type { FastifyInstance } from 'fastify';
import { INVALID_REASONS } from '#contract/ingest.ts';
import {
  getOutletRunning,
  getOutletService,
  LAST_EVENT_DAYS,
  LAST_EVENTS,
  listOutletEvents,
  listServedOutlets,
  type OutletEvent,
  type ServiceCounts,
  type ServiceFilter,
  UPTIME_DAYS,
} from '#contract/service.ts';
import { DAY_MS } from '#domain/durations.ts';
import { dollars } from '#domain/money.ts';
import { nameKey } from '#domain/name-key.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { Scope } from '#domain/role.ts';
import type { Dependencies } from '../../dependencies.ts';
import { MANY_OUTLETS, type SeenIn } from '../../figures/read/contacts.ts';
import { scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { forEachChunked, runChunked } from '../../memory/chunked.ts';
import { chosenOf, type HoldingSet, standingAmong, standingAnywhere } from '../../network/snapshot/holding-set.ts';
import { holdingsWith } from '../../network/snapshot/match-holdings.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { findFaultyOutlets, findServedById, type ServedRow } from './service-queries.ts';
import { showRunning } from './show-running.ts';
import { showServed, showService } from './show-service.ts';

const PAGE = 20;

/**
 * Registers the routes for outlets in service, which list silent and faulty outlets and show uptime
 * (docs/business-rules.md#outlets-in-service).
 */
export function serviceRoutes(
  needs: Pick<Dependencies, 'accounts' | 'budgets' | 'config' | 'figures' | 'network' | 'now'>,
) {
  const { accounts, now } = needs;
  const servedOutlets = createServedOutlets(needs);
  const find = async (scope: Scope, id: string): Promise<ServedRow> => {
    const row = await findServedById(accounts, scope, id, now());
    if (row === undefined) throw new AppError('not-found', 'Outlet not found, or not in service.');
    return row;
  };
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listServedOutlets, async (request) => {
      const { q = '', show, venue_id: venueId, limit = String(PAGE), cursor = '' } = request.query;
      const asked = { scope: scopeOfRequest(request), nowMs: now() };
      const most = Number(limit);
      const page = { limit: most + 1, after: cursor };
      const { counts, rows } = await servedOutlets(asked.scope, { q, show, venueId }, page);
      const shown = rows.slice(0, most);
      const next = rows.length > most ? (shown.at(-1)?.eui ?? null) : null;
      return { counts, data: await showServed(accounts, shown, asked), next_cursor: next };
    });

    addRoute(app, getOutletService, async (request) => {
      const asked = { scope: scopeOfRequest(request), nowMs: now() };
      const row = await find(asked.scope, request.params.id);
      return showService(accounts, row, asked, Number(request.query.days ?? UPTIME_DAYS));
    });

    addRoute(app, getOutletRunning, async (request) => {
      const scope = scopeOfRequest(request);
      const running = await showRunning(needs, (await find(scope, request.params.id)).eui, scope);
      if (running === null) throw new AppError('not-found', 'This outlet isn’t at a venue now.');
      return running;
    });

    addRoute(app, listOutletEvents, async (request) => {
      const scope = scopeOfRequest(request);
      return { data: await showEvents(needs, (await find(scope, request.params.id)).key, scope) };
    });
  };
}

type Needs = Pick<Dependencies, 'figures' | 'now'>;

/** Returns an outlet's last events that the scope may see, including invalid events. */
async function showEvents({ figures, now }: Needs, outletKey: number, scope: Scope): Promise<OutletEvent[]> {
  const network = await figures.network();
  const found = await figures.termEvents(
    {
      scope,
      customerKey: null,
      columns: [],
      withInvalid: true,
      knownOn: null,
      range: { startMs: now() - LAST_EVENT_DAYS * DAY_MS, endMs: null },
      // Also filters by owner, which is the first key of the events' sort order.
      filters: { customers: network.holders.get(outletKey) ?? [], outlets: [outletKey] },
    },
    { before: null, kinds: ['view', 'click', 'burn'], adding: 'any', limit: LAST_EVENTS },
  );
  return found
    .flatMap((event) => (event.kind === 'reading' ? [] : [{ ...event, kind: event.kind }]))
    .map((event) => ({
      id: String(event.eventId),
      ...(event.sentId === '' ? {} : { sent_id: event.sentId }),
      at: new Date(event.timestampMs).toISOString(),
      kind: event.kind,
      sponsor: network.customerByKey.get(event.advertiserKey)?.name ?? '',
      ...(scope.kind === 'owner' ? {} : { flight: network.flightCode.get(event.flightKey) ?? '' }),
      reason: INVALID_REASONS.find((reason) => reason === event.reason) ?? null,
      earned: dollars(event.micros),
    }));
}

type ServiceList = {
  readonly q: string;
  readonly show: ServiceFilter | undefined;
  readonly venueId: string | undefined;
};
type Page = { readonly limit: number; readonly after: string };

/** The silent and the faulty outlets in service, with their counts. */
type Looked = {
  readonly set: HoldingSet;
  readonly counts: ServiceCounts;
  /** Returns the outlets that match a filter. The outlets are computed once, and cached as long as the counts. */
  readonly shown: (show: ServiceFilter) => Promise<HoldingSet>;
  readonly seen: SeenIn;
};

/**
 * Lists outlets in service from the in-memory network, because with a million outlets, the store would scan every row
 * for each page. In a large network, the response is as old as the cached contacts. Counts and lists use the same
 * reading.
 */
function createServedOutlets({ accounts, figures, now }: Pick<Dependencies, 'accounts' | 'figures' | 'now'>) {
  const kept = figures.cache.forNetwork<Looked>('served');

  async function look(set: HoldingSet, scope: Scope): Promise<Looked> {
    const nowMs = now();
    const [seen, faulty] = [await figures.seenIn(set), await findFaultyOutlets(accounts, scope, nowMs)];
    const { outletOf, outlets } = set.packed;
    const isFaulty = (number: number) => faulty.has(outlets.keys[outletOf[number] ?? 0] ?? 0);
    const counts = { all: set.numbers.length, online: 0, late: 0, offline: 0, never: 0, faulty: 0 };
    const count = (number: number) => {
      counts[outletStatus(seen(number), nowMs)] += 1;
      if (isFaulty(number)) counts.faulty += 1;
    };
    await runChunked(forEachChunked(set.numbers, count));
    const isShown = (number: number, show: ServiceFilter) =>
      show === 'faulty' ? isFaulty(number) : outletStatus(seen(number), nowMs) === show;
    const known = new Map<ServiceFilter, Promise<HoldingSet>>();
    const shown = (show: ServiceFilter) => {
      const found = known.get(show) ?? runChunked(chosenOf(set, (number) => isShown(number, show)));
      known.set(show, found);
      return found;
    };
    return { set, counts, shown, seen };
  }

  return async (scope: Scope, list: ServiceList, page: Page) => {
    const network = await figures.network();
    const set = await inService(network, scope);
    const isLarge = set.numbers.length > MANY_OUTLETS;
    const looked = isLarge ? await kept(network).get(scope, '', () => look(set, scope)) : await look(set, scope);
    return { counts: looked.counts, rows: await pageOf(looked, list, page) };
  };
}

/** Returns the outlets in service. Advertisers have no outlets. */
async function inService({ holdings, packed }: Network, scope: Scope): Promise<HoldingSet> {
  if (scope.kind === 'all') return standingAnywhere(packed);
  const own = holdings.get(scope.customerKey);
  return own === undefined ? { packed, numbers: new Uint32Array() } : standingAmong(own);
}

/** Returns a page in EUI order, after the given EUI. */
async function pageOf(
  { seen, set, shown }: Looked,
  { q, show, venueId }: ServiceList,
  page: Page,
): Promise<ServedRow[]> {
  const word = nameKey(q);
  const { venueOf, venues } = set.packed;
  const asked = show === undefined ? set : await shown(show);
  let found = await holdingsWith(asked, { word, eui: word.replace(/[-:\s]/g, ''), customer: null });
  if (venueId !== undefined) {
    const venue = venues.findIndex(({ id }) => id === venueId);
    found = await runChunked(chosenOf(found, (number) => venueOf[number] === venue));
  }
  const from = firstAfter(found, page.after);
  return [...found.numbers.subarray(from, from + page.limit)].map((number) => rowOf(found, number, seen(number)));
}

function rowOf({ packed }: HoldingSet, number: number, seenMs: number | null): ServedRow {
  const { customer, outlet, venue } = packed.at(number);
  return {
    id: outlet.id,
    key: outlet.key,
    eui: outlet.eui,
    label: outlet.label,
    last_seen_at: seenMs,
    customer_id: customer.id,
    customer: customer.name,
    venue_id: venue.id,
    venue: venue.name,
    time_zone: venue.timeZone,
  };
}

/** Returns the first position with a greater EUI. */
function firstAfter({ numbers, packed }: HoldingSet, eui: string): number {
  const { outletOf, outlets } = packed;
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (outlets.euis.at(outletOf[numbers[middle] ?? 0] ?? 0) <= eui) low = middle + 1;
    else high = middle;
  }
  return low;
}
