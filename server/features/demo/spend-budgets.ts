import { zonedDay } from '#domain/zoned-day.ts';
import type { Dependencies } from '../../dependencies.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { sumEarned } from './demo-events-queries.ts';
import { findFlightKeys, setFlightLimits } from './demo-queries.ts';
import type { PlannedNetwork } from './planned-network.ts';

type Needs = Pick<Dependencies, 'accounts' | 'events' | 'config'> & { readonly now: number };

/**
 * Returns at most two running flights of the demo's advertisers that run everywhere. Leaves out the first such flight,
 * so that it keeps running with its proposed change.
 */
export function flightsToSpend({ sponsors }: PlannedNetwork, now: number): readonly string[] {
  const named = DEMO_ACCOUNTS.flatMap(({ customer }) => customer ?? []) as readonly string[];
  const flights = sponsors.filter(({ name }) => named.includes(name)).flatMap(({ campaigns }) => campaigns);
  return flights
    .flatMap((campaign) => campaign.flights)
    .filter(({ startsAt, endsAt, venueIds }) => startsAt < now && endsAt > now && venueIds.length === 0)
    .map(({ id }) => id)
    .slice(1, 3);
}

/** Pace relative to the plan: some flights are ahead, most are on plan, and one in five is behind. */
const PACES = [1.02, 0.97, 1.1, 0.94, 0.74] as const;
const ROUND_MICROS = 10_000_000;

/** Sets the budgets of running flights to their spend until now, extrapolated to their end. */
async function fitBudgets({ accounts, events, now }: Needs, { sponsors }: PlannedNetwork): Promise<void> {
  const running = sponsors
    .flatMap(({ campaigns }) => campaigns.flatMap(({ flights }) => flights))
    .filter(({ startsAt, endsAt }) => startsAt < now && endsAt > now);
  const ids = running.map(({ id }) => id);
  const keys = new Map((await findFlightKeys(accounts, ids)).map(({ id, key }) => [id, key]));
  const earned = new Map((await sumEarned(events, [...keys.values()], now)).map(({ key, micros }) => [key, micros]));
  for (const [at, { id, startsAt, endsAt }] of running.entries()) {
    const spent = earned.get(keys.get(id) ?? 0) ?? 0;
    const whole = (spent * (endsAt - startsAt)) / (now - startsAt) / (PACES[at % PACES.length] ?? 1);
    const budget = Math.max(Math.ceil(whole / ROUND_MICROS), 1) * ROUND_MICROS;
    if (budget > spent) await setFlightLimits(accounts, id, { budget_micros: budget });
  }
}

/**
 * Sets budgets that match the figures on screen. One flight has used up its budget, and another flight its daily cap:
 * each limit equals the history's earnings, to the micro-dollar. So no event in the history is over budget.
 */
export async function spendBudgets({ accounts, events, config, now }: Needs, network: PlannedNetwork): Promise<void> {
  await fitBudgets({ accounts, events, config, now }, network);
  const [spent, capped] = flightsToSpend(network, now);
  const rows = await findFlightKeys(accounts, [spent ?? '', capped ?? '']);
  const today = zonedDay(now, config.networkTimeZone).startMs;
  const earned = await sumEarned(
    events,
    rows.map(({ key }) => key),
    today,
  );
  const earnedOf = (id: string | undefined) => earned.find(({ key }) => key === rows.find((row) => row.id === id)?.key);
  const micros = earnedOf(spent)?.micros ?? 0;
  if (spent !== undefined && micros > 0) await setFlightLimits(accounts, spent, { budget_micros: micros });
  const cap = earnedOf(capped)?.todayMicros ?? 0;
  // Soon after midnight, the flight has shown nothing yet and stays without a cap.
  if (capped !== undefined && cap > 0) await setFlightLimits(accounts, capped, { daily_cap_micros: cap });
}
