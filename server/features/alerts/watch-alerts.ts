import { v7 as newId } from 'uuid';
import type { AlertRule } from '#contract/alerts.ts';
import { type AlertChanges, alertChanges, type Cause } from '#domain/alert-changes.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { yieldInBackground } from '../../lib/yield-thread.ts';
import { isMuted, readRules } from './alert-settings.ts';
import type { AlertsNeed } from './alerts-need.ts';
import { type AlertRow, changeAlerts, endAlerts, findAllRules, findStanding, insertAlerts } from './alerts-queries.ts';
import { findCauses } from './find-causes.ts';
import { createViewsLook } from './find-views-causes.ts';
import { listen } from './listen.ts';
import { mailAlerts } from './mail-alerts.ts';
import { queueCalls } from './queue-calls.ts';

/** Causes that began or changed, and rows of alerts that ended. */
type Changes = Pick<AlertChanges, 'begun' | 'changed'> & { readonly ended: readonly AlertRow[] };

export type AlertWatch = {
  /** Compares current problems with active alerts, publishes beginnings and ends, and sends due mails. */
  look(): Promise<void>;
};

/**
 * Checks repeatedly. The store records what was published, so that several processes and a restart publish nothing
 * twice.
 */
export function createAlertWatch(needs: AlertsNeed): AlertWatch {
  const { accounts, config, now } = needs;
  const findViews = createViewsLook();
  return {
    look: async () => {
      const nowMs = now();
      const [rules, standing] = await Promise.all([findAllRules(accounts), findStanding(accounts)]);
      const { leastOf, ruleOf, rowOf } = readRules(rules);
      const hearing = await listen(accounts, nowMs, ruleOf('', 'ingestion_stopped').threshold * MINUTE_MS);
      const standingCauses = new Set(standing.map(({ cause }) => cause));
      const looking = { ...needs, nowMs, ruleOf, leastOf, hearing, standing, standingCauses };
      const isTold = (row: AlertRow) => !isMuted(rowOf(row.customer_id ?? '', row.rule), nowMs);
      const causes = await findCauses(looking, findViews);
      for await (const { begun, changed, ended } of compared(causes, standing)) {
        const rows = begun.map((cause) => rowOfCause(cause, nowMs));
        await accounts.transaction().execute(async (tx) => {
          const stored = await insertAlerts(tx, rows);
          const words = changed.map(({ id, ...cause }) => ({ id, ...wordsOf(cause) }));
          await changeAlerts(tx, words);
          const ids = ended.map(({ id }) => id);
          const gone = await endAlerts(tx, ids, nowMs);
          const first = rows.filter((row) => stored.has(row.id) && isTold(row));
          const last = ended.filter((row) => gone.has(row.id) && isTold(row));
          await queueCalls(tx, config, 'alert.begun', first, nowMs);
          const over = last.map((row) => ({ ...row, ended_at: nowMs }));
          await queueCalls(tx, config, 'alert.ended', over, nowMs);
        });
      }
      await mailAlerts(needs, nowMs);
    },
  };
}

/** Alerts per transaction: other writes run between two transactions. */
const GROUP = 50;

/**
 * Compares causes with active alerts in groups. On a bad day, a large network has tens of thousands, and one pass would
 * block the thread for seconds.
 */
async function* compared(causes: readonly Cause[], standing: readonly AlertRow[]): AsyncGenerator<Changes> {
  const left = new Map(standing.map((row) => [row.cause, row]));
  const now = [...new Map(causes.map((cause) => [cause.cause, cause])).values()];
  for (let from = 0; from < now.length; from += GROUP) {
    await yieldInBackground();
    const group = now.slice(from, from + GROUP);
    const known = group.flatMap(({ cause }) => left.get(cause) ?? []);
    for (const { cause } of group) left.delete(cause);
    const { begun, changed } = alertChanges(group, known.map(standingOf));
    if (begun.length + changed.length > 0) yield { begun, changed, ended: [] };
  }
  const ended = [...left.values()];
  for (let from = 0; from < ended.length; from += GROUP)
    yield { begun: [], changed: [], ended: ended.slice(from, from + GROUP) };
}

const wordsOf = ({ rule, title, affected, path }: Cause) => ({
  // The causes come only from this feature, so the rule is always valid.
  rule: rule as AlertRule,
  title,
  path,
  affected: JSON.stringify(affected),
});

const rowOfCause = (cause: Cause, nowMs: number): AlertRow => ({
  id: newId(),
  cause: cause.cause,
  customer_id: cause.customerId,
  ...wordsOf(cause),
  raised_at: nowMs,
  ended_at: null,
  acknowledged_at: null,
  mailed_at: null,
});

const standingOf = ({ id, cause, rule, customer_id: customerId, title, affected, path }: AlertRow) => ({
  id,
  cause,
  rule,
  customerId,
  title,
  path,
  affected: JSON.parse(affected) as Cause['affected'],
});
