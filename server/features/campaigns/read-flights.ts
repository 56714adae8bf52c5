import type { Campaign } from '#contract/campaigns.ts';
import type { FlightAct, FlightRow as ShownFlight } from '#contract/flight-parts.ts';
import { highest, lowest } from '#domain/extremes.ts';
import { expectedMicros } from '#domain/flight-pace.ts';
import {
  campaignState,
  type FlightActor,
  flightActs,
  flightState,
  isCampaignOver,
  NO_END,
  NO_START,
} from '#domain/flight-state.ts';
import { dollars } from '#domain/money.ts';
import { planStartMs } from '#domain/plan-start.ts';
import type { Scope } from '#domain/role.ts';
import { readUtm } from '#domain/utm.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addUpInvalid, shownJudged } from '../../figures/project/shown-invalid.ts';
import { type FlightSums, sumFlightEvents } from '../../figures/read/flight-sums-queries.ts';
import type { CampaignRow, FlightRow } from './flights-queries.ts';

export type CampaignNeeds = Pick<
  Dependencies,
  'accounts' | 'budgets' | 'events' | 'config' | 'network' | 'figures' | 'mail' | 'now'
>;

export const NO_SUMS: FlightSums = {
  views: 0,
  clicks: 0,
  burns: 0,
  micros: 0,
  todayMicros: 0,
  invalid: new Map(),
};

/** Returns the time zone in which a campaign's days are counted. */
export const zoneOf = (
  { config }: Pick<CampaignNeeds, 'config'>,
  { time_zone: zone }: { readonly time_zone: string },
) => (zone === '' ? config.networkTimeZone : zone);

type SumsOf = (keys: readonly number[], todayMs: number) => Promise<ReadonlyMap<number, FlightSums>>;

/** Sums the events of some flights, by flight key. Today is the current day in each flight's time zone. */
export const readSums = (needs: CampaignNeeds, scope: Scope, flights: readonly FlightRow[]) =>
  sumByZone(needs, flights, (keys, todayMs) => sumFlightEvents(needs.events, scope, keys, todayMs));

/** Returns the sums of flights in scope from the cache, for sorting and searching by them. */
export const keptSums = (needs: CampaignNeeds, scope: Scope, flights: readonly FlightRow[]) =>
  sumByZone(needs, flights, async (keys, todayMs) => {
    const all = await needs.figures.flightSums(scope, todayMs);
    return new Map(keys.flatMap((key) => (all.has(key) ? [[key, all.get(key) ?? NO_SUMS]] : [])));
  });

async function sumByZone(
  needs: CampaignNeeds,
  flights: readonly FlightRow[],
  sumsOf: SumsOf,
): Promise<ReadonlyMap<number, FlightSums>> {
  const byZone = new Map<string, number[]>();
  for (const flight of flights.filter(({ approved_at: at }) => at !== null)) {
    const zone = zoneOf(needs, flight);
    byZone.set(zone, [...(byZone.get(zone) ?? []), flight.key]);
  }
  const read = await Promise.all([...byZone].map(([zone, keys]) => sumsOf(keys, zonedDay(needs.now(), zone).startMs)));
  return new Map(read.flatMap((sums) => [...sums]));
}

export const factsOf = (row: FlightRow, sums: FlightSums) => ({
  stage: row.state,
  paused: row.paused === 1,
  startsMs: row.starts_at,
  approvedMs: row.approved_at,
  endsMs: row.ends_at,
  budgetMicros: row.budget_micros,
  spentMicros: sums.micros,
  dailyCapMicros: row.daily_cap_micros,
  spentTodayMicros: sums.todayMicros,
  leastPaidMicros: row.least_paid_micros,
  pacing: row.pacing,
});

export const courseOf = (row: FlightRow) => ({
  stage: row.state,
  paused: row.paused === 1,
  heldByAdmin: row.paused === 1 && row.paused_by === 'admin',
  endsMs: row.ends_at,
  hasProposal: row.proposal_id !== null,
  isArchived: row.archived_at !== null,
});

/** Returns what an actor may do with a flight: nothing if it is over and its campaign is archived. */
export function actsOn(row: FlightRow, actor: FlightActor, nowMs: number): FlightAct[] {
  const isOver = row.state === 'cancelled' || row.ends_at <= nowMs;
  return row.campaign_archived_at !== null && isOver ? [] : flightActs(courseOf(row), actor, nowMs);
}

/** Returns the start of a flight's plan. */
export const plannedFrom = (row: FlightRow): number =>
  planStartMs({ startsMs: row.starts_at, approvedMs: row.approved_at });

/**
 * Returns the end of a flight's plan so far: now, its end, or its cancellation, whichever is first. Null if the flight
 * has no plan.
 */
export const plannedUntil = (row: FlightRow, nowMs: number): number | null =>
  row.approved_at === null || row.starts_at === NO_START || row.ends_at === NO_END
    ? null
    : Math.min(nowMs, row.ends_at, row.cancelled_at ?? nowMs);

/** Returns the planned spend until now. All pages and rows use this function. */
export function plannedMicros(row: FlightRow, nowMs: number): number {
  const untilMs = plannedUntil(row, nowMs);
  return untilMs === null ? 0 : expectedMicros(factsOf(row, NO_SUMS), untilMs);
}

const instant = (ms: number): string => new Date(ms).toISOString();
export const startOf = ({ starts_at: at }: Pick<FlightRow, 'starts_at'>) => (at === NO_START ? null : instant(at));
export const endOf = ({ ends_at: at }: Pick<FlightRow, 'ends_at'>) => (at === NO_END ? null : instant(at));

/** Returns the valid counts, together with the reported counts and the reasons why the difference is invalid. */
function judgedFields({ invalid, ...sums }: Pick<FlightSums, 'views' | 'clicks' | 'burns' | 'invalid'>) {
  const { net, ...judged } = shownJudged(sums, invalid);
  return { ...net, ...judged };
}

type Reader = { readonly actor: FlightActor; readonly nowMs: number };

export function shownFlight(row: FlightRow, sums: FlightSums, { actor, nowMs }: Reader): ShownFlight {
  const facts = factsOf(row, sums);
  const expected = plannedMicros(row, nowMs);
  return {
    id: row.id,
    code: row.code,
    label: row.label,
    campaign_id: row.campaign_id,
    campaign: row.campaign_name,
    advertiser_id: row.customer_id,
    advertiser: row.customer_name,
    state: flightState(facts, nowMs),
    starts_at: startOf(row),
    ends_at: endOf(row),
    budget: row.budget_micros === 0 ? null : dollars(row.budget_micros),
    spent: dollars(sums.micros),
    pacing: row.pacing,
    pace: expected === 0 ? null : sums.micros / expected,
    ...judgedFields(sums),
    has_proposal: row.proposal_id !== null,
    shows_nothing: row.state === 'approved' && row.ends_at > nowMs && !row.has_picture,
    is_archived: row.archived_at !== null && (row.state === 'cancelled' || row.ends_at <= nowMs),
    acts: actsOn(row, actor, nowMs),
    version: row.updated_at,
  };
}

export function shownCampaign(
  needs: CampaignNeeds,
  row: CampaignRow,
  flights: readonly FlightRow[],
  sumsOf: ReadonlyMap<number, FlightSums>,
): Campaign {
  const nowMs = needs.now();
  const reader = { actor: 'reader', nowMs } as const;
  const shown = flights.map((flight) => shownFlight(flight, sumsOf.get(flight.key) ?? NO_SUMS, reader));
  const add = (of: (flight: ShownFlight) => number) => shown.reduce((sum, flight) => sum + of(flight), 0);
  const live = flights.filter((_, at) => shown[at]?.state === 'live' || shown[at]?.state === 'capped');
  const expected = live.reduce((sum, flight) => sum + plannedMicros(flight, nowMs), 0);
  const spentLive = live.reduce((sum, { key }) => sum + (sumsOf.get(key)?.micros ?? 0), 0);
  const starts = flights.flatMap((flight) => (flight.starts_at === NO_START ? [] : [flight.starts_at]));
  const ends = flights.flatMap((flight) => (flight.ends_at === NO_END ? [] : [flight.ends_at]));
  const isOver = isCampaignOver(shown.map(({ state }) => state));
  const micros = flights.reduce((sum, { key }) => sum + (sumsOf.get(key)?.micros ?? 0), 0);
  const budget = flights.reduce((sum, flight) => sum + (flight.state === 'cancelled' ? 0 : flight.budget_micros), 0);
  return {
    id: row.id,
    name: row.name,
    advertiser_id: row.customer_id,
    advertiser: row.customer_name,
    sponsor: row.sponsor,
    category: row.category as Campaign['category'],
    time_zone: zoneOf(needs, row),
    utm: readUtm(row.utm),
    state: campaignState(shown.map(({ state }) => state)),
    shows_nothing: shown.some((flight) => flight.state === 'live' && flight.shows_nothing),
    flights: flights.length,
    starts_at: starts.length === 0 ? null : instant(lowest(starts)),
    ends_at: ends.length === 0 ? null : instant(highest(ends)),
    budget: dollars(budget),
    spent: dollars(micros),
    pace: expected === 0 ? null : spentLive / expected,
    ...judgedFields({
      views: add(({ views }) => views),
      clicks: add(({ clicks }) => clicks),
      burns: add(({ burns }) => burns),
      invalid: addUpInvalid(flights.map(({ key }) => (sumsOf.get(key) ?? NO_SUMS).invalid)),
    }),
    is_archived: row.archived_at !== null && isOver,
    can_archive: row.archived_at === null && isOver,
    version: row.updated_at,
  };
}
