import { createHmac } from 'node:crypto';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { leaseOne, settleOne } from '../../databases/accounts/outgoing-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createLanes } from '../../lib/lanes.ts';
import { postOutside } from '../../lib/post-outside.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import { type CallRow, findDueCall, findWebhook, leaveTurn, takeTurn } from './webhook-queries.ts';

/** Longer than a call can take: after a crash it is made again when it is over. */
const LEASE_MS = 60 * SECOND_MS;
/** First a minute, then doubling to six hours: all tries together take about a day and a half. */
const FIRST_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = 6 * HOUR_MS;
const MOST_TRIES = 12;
/** Calls at a time: a receiver that answers late keeps nobody else waiting. */
const LANES = 8;

type CallsNeed = Pick<Dependencies, 'accounts' | 'config' | 'time'>;

export type WebhookCalls = {
  /** Makes the calls that are due now; one webhook is called by one lane of one process at a time. */
  runNow(): Promise<void>;
};

/**
 * Calls what is queued, each with a signature over its body and the second at which it is made, so that a receiver can
 * refuse what is forged or played again. The id of a call stays the same however often it is made.
 */
export function createWebhookCalls({ accounts, config, time }: CallsNeed): WebhookCalls {
  const box = createSecretBox(config);

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
      // Another lane, or another process, has begun to call it meanwhile.
      if (!(await takeTurn(accounts, webhookId, { at, until }))) continue;
      try {
        const call = await leaseOne(accounts, 'alert_calls', id, { at, until });
        if (call !== undefined) await make(call);
      } finally {
        await leaveTurn(accounts, webhookId, until);
      }
    }
  }

  return { runNow: createLanes(LANES, makeDue) };
}

/** `t=<epoch seconds>,v1=<HMAC-SHA256 of "t.body" in hex>`. */
export function signatureOf(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / SECOND_MS);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
