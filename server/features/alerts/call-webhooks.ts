import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { leaseOne, settleOne } from '../../databases/accounts/outgoing-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createSecretBox } from '../../keys/secret-box.ts';
import { postOutside } from '../../lib/post-outside.ts';
import { signatureOf } from '../../lib/sign-body.ts';
import { createWorkerPool } from '../../lib/worker-pool.ts';
import { type CallRow, findDueCall, findWebhook, leaveTurn, takeTurn } from './webhook-queries.ts';

/** Longer than a call can take. After a crash, the call is repeated when this lease expires. */
const LEASE_MS = 60 * SECOND_MS;
/** The delay starts at one minute and doubles up to six hours. All attempts together take about a day and a half. */
const FIRST_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = 6 * HOUR_MS;
const MOST_TRIES = 12;
/**
 * Concurrent calls. A call that waits for a slow receiver costs one socket, so there are enough workers for many slow
 * organizations.
 */
const LANES = 32;

type CallsNeed = Pick<Dependencies, 'accounts' | 'config' | 'time'>;

export type WebhookCalls = {
  /** Makes the calls that are due now. At most one worker of one process calls a webhook simultaneously. */
  runNow(): Promise<void>;
};

/**
 * Makes the queued calls. Each has a signature over its body and its time in seconds, so that a receiver can refuse
 * forged or replayed calls. The id of a call is the same for all its attempts.
 */
export function createWebhookCalls({ accounts, config, time }: CallsNeed): WebhookCalls {
  const box = createSecretBox(config, 'webhooks');

  async function make(call: CallRow): Promise<void> {
    const webhook = await findWebhook(accounts, call.webhook_id);
    const secret = webhook === undefined ? null : box.open(webhook.sealed_secret);
    if (webhook === undefined || secret === null) {
      const reason = 'Its secret cannot be read: SESSION_SECRET has changed. Make the webhook anew.';
      return settleOne(accounts, 'alert_calls', call.id, { status: 'failed', last_error: reason });
    }
    const failure = await postOutside(webhook.url, {
      body: call.body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Voltboard',
        'voltboard-call': call.id,
        'voltboard-signature': signatureOf(secret, call.body, await time()),
      },
      allowPrivate: config.privateWebhooks,
    });
    if (failure === null)
      return settleOne(accounts, 'alert_calls', call.id, { status: 'sent', sent_at: await time(), last_error: '' });
    if (call.attempts >= MOST_TRIES)
      return settleOne(accounts, 'alert_calls', call.id, { status: 'failed', last_error: failure });
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (call.attempts - 1));
    return settleOne(accounts, 'alert_calls', call.id, { next_at: (await time()) + wait, last_error: failure });
  }

  async function makeDue(): Promise<void> {
    for (;;) {
      const at = await time();
      const due = await findDueCall(accounts, at);
      if (due === undefined) return;
      const { id, webhook_id: webhookId } = due;
      const until = at + LEASE_MS;
      // Another worker or process has started to call it meanwhile.
      if (!(await takeTurn(accounts, webhookId, { at, until }))) continue;
      try {
        const call = await leaseOne(accounts, 'alert_calls', id, { at, until });
        if (call !== undefined) await make(call);
      } finally {
        await leaveTurn(accounts, webhookId, until);
      }
    }
  }

  return { runNow: createWorkerPool(LANES, makeDue) };
}
