import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { flightName } from '#domain/flight-name.ts';
import { expectedMicros } from '#domain/flight-pace.ts';
import { isUsedUp, NO_END, NO_START } from '#domain/flight-state.ts';
import { planStartMs } from '#domain/plan-start.ts';
import { termsIn } from '../../plays/flight-terms.ts';
import { findRunningFlights } from './causes-queries.ts';
import type { Found, Looking } from './looking.ts';

type Running = Awaited<ReturnType<typeof findRunningFlights>>[number];

/**
 * How much closer to its plan (in percent) a late flight must get before its alert ends. Otherwise, the alert would
 * flap all day.
 */
const CAUGHT_UP = 5;

/** A limit that was crossed longer ago is not dated. */
const MOST_DAYS = 400;

/**
 * Finds flights whose budget is spent or nearly spent, that end soon, or that are behind their plan. Flights that have
 * ended need no budget alert.
 */
export async function findFlightCauses(looking: Looking): Promise<Found[]> {
  const { accounts, budgets, config, network, nowMs } = looking;
  const flights = await findRunningFlights(accounts, nowMs - DAY_MS, nowMs);
  if (flights.length === 0) return [];
  const keys = flights.map(({ key }) => key);
  const { snapshot } = await network.current();
  await snapshot.catalog.load({ flightKeys: new Set(keys) });
  const spent = await budgets.standing(keys, termsIn(snapshot, config.networkTimeZone));
  const found = flights.flatMap((flight) => causesOf(looking, flight, spent.get(flight.key)?.spentMicros ?? 0));
  return datedBySpend(looking, found);
}

/** A problem, and whether a spend is so high that the flight has it. Null if the problem does not follow from spend. */
type FoundOfFlight = Omit<Found, 'sinceMs'> & {
  readonly sinceMs: number | null;
  readonly crossing: { readonly flight: Running; isReached(micros: number): boolean } | null;
};

/** Maximum number of flights per check that are dated from their events, so that no check takes long. */
const MOST_DATED = 50;

/** Dates new problems that began when a flight's spend crossed a limit. Known problems keep their date. */
async function datedBySpend(looking: Looking, all: readonly FoundOfFlight[]): Promise<Found[]> {
  const { standingCauses } = looking;
  const dated: Found[] = [];
  let left = MOST_DATED;
  for (const { crossing, sinceMs, ...found } of all) {
    const known = standingCauses.get(found.cause);
    const isNew = crossing !== null && known === undefined && left > 0;
    if (isNew) left -= 1;
    const crossedMs = isNew ? await crossedAt(looking, crossing.flight, crossing.isReached) : (known ?? null);
    dated.push({ ...found, sinceMs: crossing === null ? sinceMs : crossedMs });
  }
  return dated;
}

/**
 * Returns the start of the hour in which a flight's spend reached a limit (epoch ms): first finds the day, then the
 * hour. Null if the stored events do not show it.
 */
async function crossedAt(
  { figures, nowMs }: Looking,
  { key, starts_at: startsMs }: Running,
  isReached: (micros: number) => boolean,
): Promise<number | null> {
  let [micros, fromMs, toMs] = [
    0,
    Math.floor(Math.max(startsMs, nowMs - MOST_DAYS * DAY_MS) / HOUR_MS) * HOUR_MS,
    nowMs,
  ];
  for (const stepMs of [DAY_MS, HOUR_MS]) {
    const steps = Math.ceil((toMs - fromMs) / stepMs);
    const starts = Array.from({ length: steps }, (_, at) => fromMs + at * stepMs);
    const rows = await figures.cells({
      scope: { kind: 'all' },
      customerKey: null,
      withInvalid: false,
      knownOn: null,
      range: { startMs: fromMs, endMs: toMs },
      columns: [{ by: 'start', starts }],
      filters: { flights: [key] },
    });
    const spent = new Map(rows.map(({ of, micros: sum }) => [Number(of[0]), Number(sum)] as const));
    let crossedMs: number | null = null;
    for (const startMs of starts) {
      const after = micros + (spent.get(startMs) ?? 0);
      if (isReached(after)) {
        crossedMs = startMs;
        break;
      }
      micros = after;
    }
    if (crossedMs === null) return null;
    [fromMs, toMs] = [crossedMs, Math.min(crossedMs + stepMs, nowMs)];
  }
  return fromMs;
}

function causesOf({ nowMs, ruleOf, standingCauses }: Looking, flight: Running, spentMicros: number): FoundOfFlight[] {
  const { id, code, label, campaign, campaign_id: campaignId, customer_id: customerId } = flight;
  const percent = flight.budget_micros > 0 ? (100 * spentMicros) / flight.budget_micros : 0;
  const about = {
    customerId,
    venueId: null,
    sinceMs: null,
    crossing: null,
    affected: [{ id, name: code }],
    path: `/app/campaigns/${campaignId}`,
  };
  const name = `${flightName({ code, label })} of ${campaign}`;
  const over = findOver(name, flight, { spentMicros, nowMs });
  const found: FoundOfFlight[] = [];
  if (over !== null) {
    if (ruleOf(customerId, 'flight_over').on)
      found.push({ ...about, ...over, cause: `over/${id}`, rule: 'flight_over' });
    return found;
  }
  if (!flight.has_picture && flight.paused === 0 && ruleOf(customerId, 'nothing_to_show').on)
    found.push({
      ...about,
      cause: `picture/${id}`,
      rule: 'nothing_to_show',
      sinceMs:
        Math.max(
          planStartMs({ startsMs: flight.starts_at, approvedMs: flight.approved_at }),
          Number(flight.picture_removed_at ?? 0),
        ) || null,
      title: `${name} is live but has no creative to show`,
    });
  const used = ruleOf(customerId, 'budget_used');
  if (used.on && percent >= used.threshold)
    found.push({
      ...about,
      cause: `budget/${id}`,
      rule: 'budget_used',
      crossing: { flight, isReached: (micros) => 100 * micros >= used.threshold * flight.budget_micros },
      title: `${name} has used more than ${used.threshold}% of its budget`,
    });
  const behind = ruleOf(customerId, 'flight_behind');
  const cause = `behind/${id}`;
  const least = behind.threshold + (standingCauses.has(cause) ? CAUGHT_UP : 0);
  if (behind.on && percentOfPlan(flight, spentMicros, nowMs) < least)
    found.push({
      ...about,
      cause,
      rule: 'flight_behind',
      title: `${name} has spent less than ${behind.threshold}% of its plan`,
    });
  return found;
}

type Over = Pick<FoundOfFlight, 'title' | 'sinceMs' | 'crossing'>;

/** Returns why a flight is over or nearly over, and since when; null if it is not. */
function findOver(
  name: string,
  flight: Running,
  now: { readonly spentMicros: number; readonly nowMs: number },
): Over | null {
  const { budget_micros: budget, ends_at: endsMs, least_paid_micros: leastPaid } = flight;
  const isReached = (micros: number): boolean => isUsedUp(budget - micros, leastPaid);
  const leftMs = endsMs - now.nowMs;
  if (leftMs <= 0) return { title: `${name} has ended`, sinceMs: endsMs, crossing: null };
  if (isReached(now.spentMicros))
    return { title: `${name} has spent its budget`, sinceMs: null, crossing: { flight, isReached } };
  return leftMs <= DAY_MS ? { title: `${name} ends within a day`, sinceMs: endsMs - DAY_MS, crossing: null } : null;
}

/**
 * Returns spend as a percentage of the plan so far. Returns 100 on the first day of the plan, and for paused flights
 * or flights without a start or end.
 */
function percentOfPlan(flight: Running, spentMicros: number, nowMs: number): number {
  const { starts_at: startsMs, approved_at: approvedMs, ends_at: endsMs } = flight;
  const { budget_micros: budgetMicros, daily_cap_micros: capMicros } = flight;
  const fromMs = planStartMs({ startsMs, approvedMs });
  const hasPlan = startsMs !== NO_START && endsMs !== NO_END && flight.paused === 0 && nowMs - fromMs >= DAY_MS;
  if (!hasPlan) return 100;
  const plan = { startsMs, approvedMs, endsMs, budgetMicros, dailyCapMicros: capMicros, pacing: flight.pacing };
  // The daily cap may limit spend to less than an even share of the budget per day.
  const capped = capMicros === null ? Number.POSITIVE_INFINITY : (capMicros * (nowMs - fromMs)) / DAY_MS;
  const expected = Math.min(expectedMicros(plan, nowMs), capped);
  return expected <= 0 ? 100 : (100 * spentMicros) / expected;
}
