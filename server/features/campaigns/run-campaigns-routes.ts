import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import {
  archiveCampaign,
  CAMPAIGN_NAME_LENGTH,
  type Campaign,
  createCampaign,
  duplicateCampaign,
  getCampaign,
  listCampaigns,
  restoreCampaign,
  SPONSOR_LENGTH,
  updateCampaign,
  type WrittenCampaign,
} from '#contract/campaigns.ts';
import { NO_FIGURES } from '#contract/flight-parts.ts';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { flightState, isCampaignOver, stateWeight } from '#domain/flight-state.ts';
import { nameKey } from '#domain/name-key.ts';
import { compareNames, nameOrder } from '#domain/name-order.ts';
import type { Scope } from '#domain/role.ts';
import { isTimeZone } from '#domain/zoned-day.ts';
import { changedFields, isEmpty, updateWithVersion } from '../../administration/optimistic-lock.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { atHand } from '../../lib/at-hand.ts';
import { checkedText } from '../../network/checked-fields.ts';
import type { FlightChanger } from './change-flight.ts';
import { checkedUtm, type GivenUtm } from './creatives-routes.ts';
import { duplicateCampaignRow, refuseNamesake } from './duplicate-flights.ts';
import {
  advertiserOf,
  type CampaignRow,
  type FlightRow,
  findAdvertiser,
  findAllFlights,
  findCampaign,
  findCampaigns,
  findFlightsOf,
  insertCampaign,
  updateCampaignRow,
} from './flights-queries.ts';
import {
  type CampaignNeeds,
  factsOf,
  keptSums,
  NO_SUMS,
  readSums,
  shownCampaign,
  shownFlight,
  zoneOf,
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

/** Compares values for sorting. Rows without a value come last in either direction. */
const compare = (one: string | number | null, other: string | number | null, sign: number): number => {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return (one < other ? -1 : 1) * sign;
};

/** Registers the campaign routes for advertisers and administrators. */
export function runCampaignRoutes(needs: CampaignNeeds, changerOf: (request: FastifyRequest) => FlightChanger) {
  const { accounts } = needs;
  const rowsOf = async (scope: Scope, id: string) => {
    const row = await findCampaign(accounts, scope, id);
    if (row === undefined) throw new AppError('not-found', 'Campaign not found.');
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
  /** Builds the response to a write: the stored campaign, with its figures if the events store responds quickly. */
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
      const { q = '', sort = 'name', state, category, archived, cid } = request.query;
      if (scope.kind !== 'all' && cid !== undefined && cid !== scope.customerId)
        throw new AppError('forbidden', 'This advertiser isn’t your organization.');
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
            has(row.name) ||
            has(row.customer_name) ||
            (flightsOf.get(row.id) ?? []).some(({ code, label }) => has(code) || has(label)),
        );
      const list = (some: readonly CampaignRow[], sums: Sums): Listed[] =>
        some.map((row) => ({ row, shown: shownCampaign(needs, row, flightsOf.get(row.id) ?? [], sums) }));
      const flightsIn = (some: readonly CampaignRow[]): FlightRow[] =>
        some.flatMap(({ id }) => flightsOf.get(id) ?? []);
      // Query the events store only for the rows on the page, unless the order or the filter depends on figures.
      const byFigures = state !== undefined || !PLAIN_SORTS.includes(name);
      const sums = byFigures ? await keptSums(needs, scope, flightsIn(found)) : new Map();
      const sign = direction === 'desc' ? -1 : 1;
      const sorted = list(found, sums)
        .filter(({ shown: { is_archived: isArchived } }) => archived === 'all' || isArchived === (archived === 'only'))
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
    addRoute(app, duplicateCampaign, async (request) => {
      const changer = changerOf(request);
      const { row, flights } = await rowsOf(changer.scope, request.params.id);
      return describeWritten(request, changer.scope, await duplicateCampaignRow(changer, row, flights));
    });
    for (const endpoint of [archiveCampaign, restoreCampaign])
      addRoute(app, endpoint, async (request) => {
        const changer = changerOf(request);
        const claim = { id: request.params.id, version: request.body.version };
        await setArchived(changer, claim, endpoint === archiveCampaign);
        return describeWritten(request, changer.scope, claim.id);
      });
  };
}

type CampaignInput = {
  readonly name?: string | undefined;
  readonly sponsor?: string | undefined;
  readonly category?: string | undefined;
  readonly time_zone?: string | undefined;
  readonly utm?: GivenUtm | undefined;
};

function checked({ name, sponsor, category, time_zone: zone, utm }: CampaignInput) {
  const fields: Partial<Record<'name' | 'name_key' | 'sponsor' | 'category' | 'time_zone' | 'utm', string>> = {};
  if (utm !== undefined) fields.utm = checkedUtm(utm);
  if (name !== undefined) {
    fields.name = checkedText('name', name, CAMPAIGN_NAME_LENGTH);
    if (fields.name === '') throw new FieldError({ name: 'Enter a name.' });
    fields.name_key = nameKey(fields.name);
  }
  if (sponsor !== undefined) fields.sponsor = checkedText('sponsor', sponsor, SPONSOR_LENGTH);
  if (category !== undefined) fields.category = category;
  if (zone !== undefined) {
    if (!isTimeZone(zone))
      throw new FieldError({ time_zone: `'${zone}' is not a time zone. Enter a name such as America/Chicago.` });
    fields.time_zone = zone;
  }
  return fields;
}

/** Creates a campaign and returns its id. */
async function addCampaign(
  { context, scope }: FlightChanger,
  { advertiser_id: named, ...given }: CampaignInput & { readonly advertiser_id?: string | undefined },
): Promise<string> {
  const own = advertiserOf(scope);
  if (own !== null && named !== undefined && named !== own)
    throw new AppError('forbidden', 'This advertiser isn’t your organization.');
  const advertiserId = own ?? named;
  if (advertiserId === undefined) throw new FieldError({ advertiser_id: 'Choose an advertiser.' });
  const fields = checked(given);
  const id = newId();
  await context.accounts.transaction().execute(async (tx) => {
    const advertiser = await findAdvertiser(tx, advertiserId);
    if (advertiser === undefined) throw new FieldError({ advertiser_id: 'Advertiser not found.' });
    const row = {
      id,
      customer_id: advertiserId,
      name: '',
      name_key: '',
      sponsor: '',
      category: 'other',
      time_zone: '',
      ...fields,
    };
    await refuseNamesake(tx, advertiserId, row.name, row.name_key, id);
    await insertCampaign(tx, row, context.now());
    const { sponsor, category, time_zone } = row;
    const detail = { advertiser: advertiser.name, sponsor, category, time_zone };
    await writeAudit(tx, {
      ...context.author,
      at: context.now(),
      action: 'campaign.created',
      subject: row.name,
      detail,
    });
  });
  return id;
}

/** Archives or restores a campaign. Only a campaign of which nothing runs or can still run is archived. */
const setArchived = (
  { context, scope }: FlightChanger,
  claim: { readonly id: string; readonly version: number },
  isArchived: boolean,
): Promise<void> =>
  updateWithVersion(
    context,
    { table: 'campaigns', claim, read: (tx, of) => findCampaign(tx, scope, of) },
    async ({ tx, stored, nowMs }) => {
      if ((stored.archived_at !== null) === isArchived) return null;
      const flights = await findFlightsOf(tx, scope, stored.id);
      if (isArchived && !isCampaignOver(flights.map((flight) => flightState(factsOf(flight, NO_SUMS), nowMs))))
        throw new AppError(
          'conflict',
          `'${stored.name}' has flights that haven’t ended. Cancel them, or archive the campaign after its last day.`,
        );
      await updateCampaignRow(tx, stored.id, { archived_at: isArchived ? nowMs : null });
      return { action: isArchived ? 'campaign.archived' : 'campaign.restored', subject: stored.name, detail: {} };
    },
  );

/** How long after an event it may still arrive. */
const COUNTED_MS = (LATEST_DAYS_LATE + 2) * DAY_MS;

/**
 * Throws if the time zone must stay as it is. A flight's spend and daily cap are counted by days in the campaign's time
 * zone; with days in two time zones, a flight could spend twice its daily cap. So the time zone stays fixed while
 * events may still arrive for a flight that has run.
 */
function refuseCountedDays(flights: readonly FlightRow[], zone: string, nowMs: number): void {
  const counted = flights.find(
    ({ approved_at: approved, starts_at: starts, ends_at: ends }) =>
      approved !== null && starts <= nowMs + MINUTE_MS && ends > nowMs - COUNTED_MS,
  );
  if (counted === undefined) return;
  const why = `'${counted.code}' has already run, and its days and caps use ${zone}`;
  throw new FieldError({ time_zone: `${why}. Create another campaign for a different time zone.` }, 'conflict');
}

async function changeCampaign(
  { needs, context, scope, actor }: FlightChanger,
  { id, version, ...given }: CampaignInput & { readonly id: string; readonly version: number },
): Promise<void> {
  const fields = checked(given);
  await updateWithVersion(
    context,
    { table: 'campaigns', claim: { id, version }, read: (tx, of) => findCampaign(tx, scope, of) },
    async ({ tx, stored }) => {
      const detail = changedFields<Record<string, unknown>>(stored, fields);
      if (isEmpty(detail)) return null;
      if (fields.name_key !== undefined)
        await refuseNamesake(tx, stored.customer_id, fields.name ?? '', fields.name_key, id);
      const flights = await findFlightsOf(tx, scope, id);
      if ('time_zone' in detail) refuseCountedDays(flights, zoneOf(needs, stored), context.now());
      const isRun = flights.some(({ state }) => state === 'approved' || state === 'in_review');
      // Owners decide by category, and an administrator reviews the sponsor name under the ad.
      const kept = (['time_zone', 'category', 'sponsor'] as const).find((name) => name in detail);
      if (isRun && kept !== undefined && actor !== 'admin')
        throw new FieldError(
          { [kept]: 'A flight of this campaign is in review or approved, so only an administrator can change this.' },
          'conflict',
        );
      await updateCampaignRow(tx, id, fields);
      const { name_key: _, ...shown } = detail;
      return { action: 'campaign.changed', subject: stored.name, detail: shown };
    },
  );
}
