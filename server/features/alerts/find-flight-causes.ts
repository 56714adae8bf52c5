import { DAY_MS } from '#domain/durations.ts';
import { expectedMicros } from '#domain/flight-pace.ts';
import { isUsedUp, NO_END, NO_START } from '#domain/flight-state.ts';
import { planStartMs } from '#domain/plan-start.ts';
import { termsIn } from '../../plays/flight-terms.ts';
import { findRunningFlights } from './causes-queries.ts';
import type { Found, Looking } from './looking.ts';

type Running = Awaited<ReturnType<typeof findRunningFlights>>[number];

/**
 * A late flight has to get this much closer to its plan (percent) before its alert ends. Otherwise the alert would flap
 * all day.
 */
const CAUGHT_UP = 5;

/**
 * Flights whose budget is spent or nearly spent, that end soon, or that are behind their plan. Flights that are over
 * need no budget alert.
 */
export async function findFlightCauses(looking: Looking): Promise<Found[]> {
  const { accounts, budgets, config, network, nowMs } = looking;
  const flights = await findRunningFlights(accounts, nowMs - DAY_MS, nowMs);
  if (flights.length === 0) return [];
  const keys = flights.map(({ key }) => key);
  const { snapshot } = await network.current();
  await snapshot.catalog.load({ flightKeys: new Set(keys) });
  const spent = await budgets.standing(keys, termsIn(snapshot, config.networkTimeZone));
  return flights.flatMap((flight) => causesOf(looking, flight, spent.get(flight.key)?.spentMicros ?? 0));
}

function causesOf({ nowMs, ruleOf, standingCauses }: Looking, flight: Running, spentMicros: number): Found[] {
  const { id, code, campaign, campaign_id: campaignId, customer_id: customerId } = flight;
  const percent = flight.budget_micros > 0 ? (100 * spentMicros) / flight.budget_micros : 0;
  const about = { customerId, affected: [{ id, name: code }], path: `/app/campaigns/${campaignId}` };
  const name = `${code} of ${campaign}`;
  const over = overTitle(name, flight, { spentMicros, nowMs });
  const found: Found[] = [];
  if (over !== null) {
    if (ruleOf(customerId, 'flight_over').on)
      found.push({ ...about, cause: `over/${id}`, rule: 'flight_over', title: over });
    return found;
  }
  if (!flight.has_picture && flight.paused === 0 && ruleOf(customerId, 'nothing_to_show').on)
    found.push({
      ...about,
      cause: `picture/${id}`,
      rule: 'nothing_to_show',
      title: `${name} is live and has no creative to show`,
    });
  const used = ruleOf(customerId, 'budget_used');
  if (used.on && percent >= used.threshold)
    found.push({
      ...about,
      cause: `budget/${id}`,
      rule: 'budget_used',
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
      title: `${name} has spent less than ${behind.threshold}% of what its plan says`,
    });
  return found;
}

function overTitle(name: string, flight: Running, now: { readonly spentMicros: number; readonly nowMs: number }) {
  const leftMs = flight.ends_at - now.nowMs;
  if (leftMs <= 0) return `${name} has ended`;
  if (isUsedUp(flight.budget_micros - now.spentMicros, flight.least_paid_micros)) return `${name} is spent`;
  return leftMs <= DAY_MS ? `${name} ends within a day` : null;
}

/**
 * Spent share of the planned amount so far, once a day of the plan has passed. Paused flights have no expected spend.
 */
function percentOfPlan(flight: Running, spentMicros: number, nowMs: number): number {
  const { starts_at: startsMs, approved_at: approvedMs, ends_at: endsMs } = flight;
  const { budget_micros: budgetMicros, daily_cap_micros: capMicros } = flight;
  const fromMs = planStartMs({ startsMs, approvedMs });
  const hasPlan = startsMs !== NO_START && endsMs !== NO_END && flight.paused === 0 && nowMs - fromMs >= DAY_MS;
  if (!hasPlan) return 100;
  const plan = { startsMs, approvedMs, endsMs, budgetMicros, dailyCapMicros: capMicros, pacing: flight.pacing };
  // Its cap may limit the spend to less than its budget divided by its days.
  const capped = capMicros === null ? Number.POSITIVE_INFINITY : (capMicros * (nowMs - fromMs)) / DAY_MS;
  const expected = Math.min(expectedMicros(plan, nowMs), capped);
  return expected <= 0 ? 100 : (100 * spentMicros) / expected;
}
