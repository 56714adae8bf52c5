import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type Campaign,
  createCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
  type WrittenCampaign,
} from '#contract/campaigns.ts';
import { NO_FIGURES } from '#contract/flight-parts.ts';
import { flightState, stateWeight } from '#domain/flight-state.ts';
import { nameKey } from '#domain/name-key.ts';
import { compareNames, nameOrder } from '#domain/name-order.ts';
import type { Scope } from '#domain/role.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { atHand } from '../../lib/at-hand.ts';
import { addCampaign, changeCampaign } from './campaign-changes.ts';
import type { FlightChanger } from './change-flight.ts';
import {
  type CampaignRow,
  type FlightRow,
  findAllFlights,
  findCampaign,
  findCampaigns,
  findFlightsOf,
} from './flights-queries.ts';
import {
  type CampaignNeeds,
  factsOf,
  keptSums,
  NO_SUMS,
  readSums,
  shownCampaign,
  shownFlight,
} from './read-flights.ts';
import { actorOf } from './show-flight.ts';

/** Sort columns that need no figures. */
const PLAIN_SORTS = ['name', 'advertiser', 'starts_at', 'ends_at', 'budget'];

type Sums = Awaited<ReturnType<typeof readSums>>;
type Listed = { readonly shown: Campaign; readonly row: CampaignRow };
const keyOf = ({ shown, row }: Listed, sort: string): string | number | null => {
  if (sort === 'name') return nameOrder(row.name);
  if (sort === 'advertiser') return nameOrder(row.customer_key);
  if (sort === 'state') return stateWeight(shown.state);
  return shown[sort as 'budget'];
};

/** Rows without a value come last in either direction. */
const compare = (one: string | number | null, other: string | number | null, sign: number): number => {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return (one < other ? -1 : 1) * sign;
};

/** Campaigns as advertisers and administrators run them. */
export function runCampaignRoutes(needs: CampaignNeeds, changerOf: (request: FastifyRequest) => FlightChanger) {
  const { accounts } = needs;
  const rowsOf = async (scope: Scope, id: string) => {
    const row = await findCampaign(accounts, scope, id);
    if (row === undefined) throw new AppError('not-found', 'There is no such campaign.');
    return { row, flights: await findFlightsOf(accounts, scope, id) };
  };
  type Rows = Awaited<ReturnType<typeof rowsOf>>;
  const shown = (request: FastifyRequest, { row, flights }: Rows, sums: Sums) => {
    const actor = actorOf(callerOf(request));
    const reader = { actor, nowMs: needs.now() };
    return {
      ...shownCampaign(needs, row, flights, sums),
      flight_rows: flights.map((flight) => shownFlight(flight, sums.get(flight.key) ?? NO_SUMS, reader)),
      can_edit: actor !== 'reader',
    };
  };
  const describe = async (request: FastifyRequest, scope: Scope, id: string) => {
    const rows = await rowsOf(scope, id);
    return shown(request, rows, await readSums(needs, scope, rows.flights));
  };
  /** The answer of a write: the stored campaign, with its figures if the events store answers quickly. */
  const describeWritten = async (request: FastifyRequest, scope: Scope, id: string): Promise<WrittenCampaign> => {
    const rows = await rowsOf(scope, id);
    const sums = await atHand(() => readSums(needs, scope, rows.flights));
    const campaign = shown(request, rows, sums ?? new Map());
    if (sums !== null) return campaign;
    const flightRows = campaign.flight_rows.map((flight) => ({ ...flight, ...NO_FIGURES }));
    return { ...campaign, ...NO_FIGURES, flight_rows: flightRows };
  };

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listCampaigns, async (request) => {
      const scope = scopeOfRequest(request);
      const { q = '', sort = 'name', state, category, cid } = request.query;
      if (scope.kind !== 'all' && cid !== undefined && cid !== scope.customerId)
        throw new AppError('forbidden', 'That is not your organisation.');
      const { page, limit, offset } = readPage(request.query);
      const { name, direction } = readSort(sort);
      const [rows, flights] = await Promise.all([findCampaigns(accounts, scope), findAllFlights(accounts, scope)]);
      const flightsOf = new Map<string, FlightRow[]>();
      for (const flight of flights)
        flightsOf.set(flight.campaign_id, [...(flightsOf.get(flight.campaign_id) ?? []), flight]);
      const key = nameKey(q);
      const has = (text: string) => nameKey(text).includes(key);
      const found = rows
        .filter((row) => cid === undefined || row.customer_id === cid)
        .filter((row) => category === undefined || row.category === category)
        .filter(
          (row) =>
            has(row.name) || has(row.customer_name) || (flightsOf.get(row.id) ?? []).some(({ code }) => has(code)),
        );
      const list = (some: readonly CampaignRow[], sums: Sums): Listed[] =>
        some.map((row) => ({ row, shown: shownCampaign(needs, row, flightsOf.get(row.id) ?? [], sums) }));
      const flightsIn = (some: readonly CampaignRow[]): FlightRow[] =>
        some.flatMap(({ id }) => flightsOf.get(id) ?? []);
      // The events store reads only the shown rows, unless the order or the filter depends on figures.
      const byFigures = state !== undefined || !PLAIN_SORTS.includes(name);
      const sums = byFigures ? await keptSums(needs, scope, flightsIn(found)) : new Map();
      const sign = direction === 'desc' ? -1 : 1;
      const sorted = list(found, sums)
        .filter(({ row }) => {
          if (state === undefined) return true;
          const nowMs = needs.now();
          return (flightsOf.get(row.id) ?? []).some(
            (flight) => flightState(factsOf(flight, sums.get(flight.key) ?? NO_SUMS), nowMs) === state,
          );
        })
        .sort(
          (a, b) =>
            compare(keyOf(a, name), keyOf(b, name), sign) ||
            compareNames(a.row.name, b.row.name) ||
            compare(a.row.id, b.row.id, 1),
        );
      const shown = sorted.slice(offset, offset + limit).map(({ row }) => row);
      const told = byFigures ? sums : await readSums(needs, scope, flightsIn(shown));
      return { data: list(shown, told).map((one) => one.shown), total: sorted.length, page, limit };
    });
    addRoute(app, getCampaign, (request) => describe(request, scopeOfRequest(request), request.params.id));
    addRoute(app, createCampaign, async (request) => {
      const changer = changerOf(request);
      return describeWritten(request, changer.scope, await addCampaign(changer, request.body));
    });
    addRoute(app, updateCampaign, async (request) => {
      const changer = changerOf(request);
      const { id } = request.params;
      await changeCampaign(changer, { id, ...request.body });
      return describeWritten(request, changer.scope, id);
    });
  };
}
