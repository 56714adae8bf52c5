import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { sumEarned } from './demo-events-queries.ts';
import { readDemoProgress } from './demo-progress.ts';
import {
  acknowledgeDemoAlerts,
  countHandledAlerts,
  findFlightKeys,
  findOpenDemoAlerts,
  findPowerFaults,
  insertRows,
  markDemoAlertsRead,
  type OpenDemoAlert,
  setFlightLimits,
} from './demo-queries.ts';
import { demoRowId } from './demo-row-id.ts';
import type { PlannedNetwork } from './planned-network.ts';

type BudgetNeeds = Pick<Dependencies, 'accounts' | 'events' | 'config'> & { readonly now: number };

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
async function fitBudgets({ accounts, events, now }: BudgetNeeds, { sponsors }: PlannedNetwork): Promise<void> {
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
export async function spendBudgets(
  { accounts, events, config, now }: BudgetNeeds,
  network: PlannedNetwork,
): Promise<void> {
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

/** The number of alerts that wait for a visitor, each with another rule. */
const LEFT_OPEN = 5;
/** How long a silence, the most frequent problem, lasts before a check reports it. */
const REPORTED_AFTER_MS = HOUR_MS;
const ACKNOWLEDGED_AFTER_MS = 40 * MINUTE_MS;
/** The demo's people last looked at their alerts this long ago. */
const LOOKED_AGO_MS = HOUR_MS;

type AlertNeeds = {
  readonly accounts: AccountsDb;
  readonly now: () => number;
  /** Runs the check for problems as if monitoring had run before. */
  readonly check: () => Promise<void>;
};

/**
 * Gives a new demo network the alerts of a network in operation, once: past power failures are over, the check reports
 * the current problems, and a few of these wait for a visitor. The demo's people have acknowledged the others.
 */
export async function settleDemoAlerts({ accounts, now, check }: AlertNeeds): Promise<void> {
  const progress = await readDemoProgress(accounts);
  const nowMs = now();
  // Visitors of an older demo have handled its alerts themselves.
  if (progress === null || progress.now < nowMs - DAY_MS || (await countHandledAlerts(accounts)) > 0) return;
  await insertRows(accounts, 'alerts', await pastFailures(accounts), 'if absent');
  await check();
  const open = await findOpenDemoAlerts(accounts);
  const left = new Set(leftOpen(open));
  const readMs = nowMs - LOOKED_AGO_MS;
  const handled = open.filter((alert) => !left.has(alert));
  await acknowledgeDemoAlerts(
    accounts,
    handled.map(({ id, since_at: sinceMs }) => {
      const latestMs = readMs - ACKNOWLEDGED_AFTER_MS;
      const raisedMs = Math.min(sinceMs === null ? latestMs - DAY_MS : sinceMs + REPORTED_AFTER_MS, latestMs);
      return { id, raised_at: raisedMs, acknowledged_at: raisedMs + ACKNOWLEDGED_AFTER_MS };
    }),
  );
  await markDemoAlertsRead(accounts, readMs);
}

/** Returns the newest alert of each rule, those of the demo accounts' customers first. */
function leftOpen(open: readonly OpenDemoAlert[]): OpenDemoAlert[] {
  const named = DEMO_ACCOUNTS.flatMap(({ customer }) => customer ?? []) as readonly string[];
  const isNamed = ({ customer }: OpenDemoAlert): boolean => customer !== null && named.includes(customer);
  const first = open.toSorted(
    (one, other) =>
      Number(isNamed(other)) - Number(isNamed(one)) ||
      (other.since_at ?? 0) - (one.since_at ?? 0) ||
      (one.id < other.id ? -1 : 1),
  );
  const byRule = new Map<string, OpenDemoAlert>();
  for (const alert of first) if (!byRule.has(alert.rule)) byRule.set(alert.rule, alert);
  return [...byRule.values()].slice(0, LEFT_OPEN);
}

/** Builds an ended alert for each power failure in the history. */
async function pastFailures(accounts: AccountsDb) {
  const faults = await findPowerFaults(accounts);
  return faults.flatMap((lost, at) => {
    const back = faults[at + 1];
    if (lost.kind !== 'power_lost' || back?.kind !== 'power_back' || back.outlet_key !== lost.outlet_key) return [];
    return [
      {
        id: demoRowId('alert', lost.event_id),
        cause: `fault/${lost.venue_id}/power_lost`,
        rule: 'fault' as const,
        customer_id: lost.customer_id,
        venue_id: lost.venue_id,
        title: `Power lost at ${lost.venue}`,
        affected: JSON.stringify([{ id: lost.outlet_id, name: lost.label }]),
        affected_count: 1,
        affected_names: lost.label,
        path: '/app/outlets?show=faulty',
        since_at: lost.at,
        raised_at: lost.at + MINUTE_MS,
        ended_at: back.at + MINUTE_MS,
        acknowledged_at: null,
        mailed_at: lost.at + MINUTE_MS,
      },
    ];
  });
}
