import { zonedDay } from '#domain/zoned-day.ts';
import type { Dependencies } from '../../dependencies.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { sumEarned } from './demo-events-queries.ts';
import { findFlightKeys, setFlightLimits } from './demo-queries.ts';
import type { PlannedNetwork } from './planned-network.ts';

type Needs = Pick<Dependencies, 'accounts' | 'events' | 'config'> & { readonly now: number };

/** Flights of the demo's advertiser that run everywhere; the first one runs on, with its change proposed. */
export function flightsToSpend({ sponsors }: PlannedNetwork, now: number): readonly string[] {
  const named = DEMO_ACCOUNTS.flatMap(({ customer }) => customer ?? []) as readonly string[];
  const flights = sponsors.filter(({ name }) => named.includes(name)).flatMap(({ campaigns }) => campaigns);
  return flights
    .flatMap((campaign) => campaign.flights)
    .filter(({ startsAt, endsAt, venueIds }) => startsAt < now && endsAt > now && venueIds.length === 0)
    .map(({ id }) => id)
    .slice(1, 3);
}

/** Some flights lie ahead of their plan, most on it, one in five behind. */
const PACES = [1.02, 0.97, 1.1, 0.94, 0.74] as const;
const ROUND_MICROS = 10_000_000;

/** What runs was sold for what it comes to: its budget is what it spent until now, drawn out to its end. */
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
 * Budgets that go with what is shown; a flight whose budget is used up, and one whose cap of today is: what the history came to, to
 * the micro-dollar, becomes what they may spend. Nothing of the history is over a budget so.
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
  // Soon after midnight nothing was shown yet: then it is a live one.
  if (capped !== undefined && cap > 0) await setFlightLimits(accounts, capped, { daily_cap_micros: cap });
}
