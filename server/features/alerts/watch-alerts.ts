import { v7 as newId } from 'uuid';
import type { AlertRule } from '#contract/alerts.ts';
import { alertChanges, type Cause } from '#domain/alert-changes.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { isMuted, readRules } from './alert-settings.ts';
import type { AlertsNeed } from './alerts-need.ts';
import { type AlertRow, changeAlert, endAlerts, findAllRules, findStanding, insertAlerts } from './alerts-queries.ts';
import { findCauses } from './find-causes.ts';
import { createViewsLook } from './find-views-causes.ts';
import { listen } from './listen.ts';
import { mailAlerts } from './mail-alerts.ts';
import { queueCalls } from './queue-calls.ts';

export type AlertWatch = {
  /** Compares what is wrong with what is said to be, tells what began and ended, and mails what is due. */
  look(): Promise<void>;
};

/** Looks again and again; what is told stands in the store, so that several processes and a restart tell nothing twice. */
export function createAlertWatch(needs: AlertsNeed): AlertWatch {
  const { accounts, config, now } = needs;
  const findViews = createViewsLook();
  return {
    look: async () => {
      const nowMs = now();
      const [rules, standing] = await Promise.all([findAllRules(accounts), findStanding(accounts)]);
      const { leastOf, ruleOf, rowOf } = readRules(rules);
      const hearing = await listen(accounts, nowMs, ruleOf('', 'ingestion_stopped').threshold * MINUTE_MS);
      const causes = await findCauses({ ...needs, nowMs, ruleOf, leastOf, hearing, standing }, findViews);
      const { begun, changed, ended } = alertChanges(causes, standing.map(standingOf));
      await accounts.transaction().execute(async (tx) => {
        const rows = begun.map((cause) => rowOfCause(cause, nowMs));
        const stored = await insertAlerts(tx, rows);
        for (const { id, ...cause } of changed) await changeAlert(tx, id, wordsOf(cause));
        const gone = await endAlerts(
          tx,
          ended.map(({ id }) => id),
          nowMs,
        );
        const isTold = (row: AlertRow) => !isMuted(rowOf(row.customer_id ?? '', row.rule), nowMs);
        const first = rows.filter((row) => stored.has(row.id) && isTold(row));
        const last = standing.filter(({ id }) => gone.has(id)).map((row) => ({ ...row, ended_at: nowMs }));
        await queueCalls(tx, config, 'alert.begun', first, nowMs);
        await queueCalls(tx, config, 'alert.ended', last.filter(isTold), nowMs);
      });
      await mailAlerts(needs, nowMs);
    },
  };
}

const wordsOf = ({ rule, title, affected, path }: Cause) => ({
  // Only our own causes come here.
  ...{ rule: rule as AlertRule, title, path, affected: JSON.stringify(affected) },
});

const rowOfCause = (cause: Cause, nowMs: number): AlertRow => ({
  ...{ id: newId(), cause: cause.cause, customer_id: cause.customerId, ...wordsOf(cause) },
  ...{ raised_at: nowMs, ended_at: null, acknowledged_at: null, mailed_at: null },
});

const standingOf = ({ id, cause, rule, customer_id: customerId, title, affected, path }: AlertRow) => ({
  ...{ id, cause, rule, customerId, title, path },
  affected: JSON.parse(affected) as Cause['affected'],
});
