import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { readDemoProgress } from './demo-progress.ts';
import {
  acknowledgeDemoAlerts,
  countHandledAlerts,
  findOpenDemoAlerts,
  findPowerFaults,
  insertRows,
  markDemoAlertsRead,
  type OpenDemoAlert,
} from './demo-queries.ts';
import { demoRowId } from './demo-row-id.ts';

/** The number of alerts that wait for a visitor, each with another rule. */
const LEFT_OPEN = 5;
/** How long a silence, the most frequent problem, lasts before a check reports it. */
const REPORTED_AFTER_MS = HOUR_MS;
const ACKNOWLEDGED_AFTER_MS = 40 * MINUTE_MS;
/** The demo's people last looked at their alerts this long ago. */
const LOOKED_AGO_MS = HOUR_MS;

type Needs = {
  readonly accounts: AccountsDb;
  readonly now: () => number;
  /** Runs the check for problems as if monitoring had run before. */
  readonly check: () => Promise<void>;
};

/**
 * Gives a new demo network the alerts of a network in operation, once: past power failures are over, the check reports
 * the current problems, and a few of these wait for a visitor. The demo's people have acknowledged the others.
 */
export async function settleDemoAlerts({ accounts, now, check }: Needs): Promise<void> {
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
