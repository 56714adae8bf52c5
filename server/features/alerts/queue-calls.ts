import { v7 as newId } from 'uuid';
import type { Config } from '../../config/config.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AlertRow } from './alerts-queries.ts';
import { type CallRow, findWebhooks, insertCalls, type NewCall } from './webhook-queries.ts';

/**
 * Queues calls to the webhooks of the organizations concerned. Runs in the transaction of the event, so that no call is
 * lost or invented.
 */
export async function queueCalls(
  tx: AccountsDb,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  event: CallRow['event'],
  alerts: readonly AlertRow[],
  nowMs: number,
): Promise<void> {
  if (alerts.length === 0) return;
  const webhooks = await findWebhooks(tx, [...new Set(alerts.map(({ customer_id: id }) => id ?? ''))]);
  const calls = alerts.flatMap((alert) =>
    webhooks
      .filter(({ organisation }) => organisation === (alert.customer_id ?? ''))
      .map((webhook): NewCall => {
        const id = newId();
        const body = JSON.stringify({ id, event, alert: shown(alert, publicUrl) });
        return {
          id,
          alert_id: alert.id,
          webhook_id: webhook.id,
          event,
          body,
          status: 'queued',
          attempts: 0,
          // Due immediately, independent of the worker's clock.
          next_at: 0,
          leased_until: 0,
          last_error: '',
          created_at: nowMs,
          sent_at: null,
        };
      }),
  );
  await insertCalls(tx, calls);
}

const shown = ({ id, rule, title, affected, path, raised_at, ended_at }: AlertRow, publicUrl: string) => ({
  id,
  rule,
  title,
  affected: JSON.parse(affected) as unknown,
  url: `${publicUrl}${path}`,
  raised_at: new Date(raised_at).toISOString(),
  ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
});
