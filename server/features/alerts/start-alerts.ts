import { v7 as newId } from 'uuid';
import type { AlertRule } from '#contract/alerts.ts';
import { type AlertChanges, alertChanges, type Cause } from '#domain/alert-changes.ts';
import { isQuiet, MAIL_EVERY_MS, NOTIFIED_APART, notificationOfRule, RULE_TERMS } from '#domain/alert-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { CONTACT_DAYS } from '#domain/uptime.ts';
import { minuteOfDay } from '#domain/zoned-day.ts';
import type { Config } from '../../config/config.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { leaseOne, settleOne } from '../../databases/accounts/outgoing-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createSecretBox } from '../../keys/secret-box.ts';
import { grouped } from '../../lib/grouped.ts';
import { postOutside } from '../../lib/post-outside.ts';
import { signatureOf } from '../../lib/sign-body.ts';
import { createWorkerPool } from '../../lib/worker-pool.ts';
import { yieldInBackground } from '../../lib/yield-thread.ts';
import { findRecipients } from '../../notifications/notifications-queries.ts';
import { readChannels } from '../../notifications/notify.ts';
import { alertMail } from './alert-mails.ts';
import { findAllQuiet, findAllRules, type QuietRow, storeRuleMailed } from './alert-rules-queries.ts';
import { isMuted, readRules } from './alert-settings.ts';
import type { AlertsNeed } from './alerts-need.ts';
import {
  type AlertRow,
  type AlertWords,
  changeAlerts,
  deleteEndedBefore,
  endAlerts,
  findStanding,
  findUnmailed,
  insertAlerts,
  setMailed,
} from './alerts-queries.ts';
import { findCauses } from './find-causes.ts';
import { createViewsLook } from './find-views-causes.ts';
import { listen, resumeHearing } from './listen.ts';
import {
  type CallRow,
  deleteCallsBefore,
  findDueCall,
  findWebhook,
  findWebhooks,
  insertCalls,
  leaveTurn,
  type NewCall,
  takeTurn,
} from './webhook-queries.ts';

type Job = (pattern: string, name: string, work: () => Promise<unknown>, isAlone?: boolean) => void;

/**
 * Starts the alert jobs. One of several processes checks for problems each minute. Any free process makes the webhook
 * calls.
 */
export function startAlerts(needs: AlertsNeed, jobs: { readonly byOne: Job; readonly inBackground: Job }): void {
  const watch = createAlertWatch(needs);
  const calls = createWebhookCalls(needs);
  jobs.byOne('* * * * *', 'checking for alerts', () => watch.look());
  jobs.byOne('7 5 * * *', 'deleting old alerts', async () => forgetAlerts(needs.accounts, await needs.time()));
  jobs.inBackground('*/5 * * * * *', 'calling webhooks', () => calls.runNow(), false);
}

/** How many days webhook calls are kept. This is long enough to find out why a call failed and to repeat it. */
const CALLS_DAYS = 90;

/**
 * Deletes old webhook calls and old alerts. Ended alerts are kept as long as the contacts that caused them, counted
 * from their end. Active alerts stay.
 */
export async function forgetAlerts(accounts: AccountsDb, nowMs: number): Promise<void> {
  await deleteCallsBefore(accounts, nowMs - CALLS_DAYS * DAY_MS);
  await deleteEndedBefore(accounts, nowMs - CONTACT_DAYS * DAY_MS);
}

/**
 * Duration of the lease on a call, which is longer than any call can take. After a crash, the call is repeated once the
 * lease has expired.
 */
const LEASE_MS = 60 * SECOND_MS;
/**
 * The retry delay starts at one minute and doubles up to six hours. All attempts together take about a day and a half.
 */
const FIRST_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = 6 * HOUR_MS;
const MOST_TRIES = 12;
/**
 * Maximum number of concurrent calls. A call to a slow receiver only costs a socket, so the limit is high enough for
 * many slow organizations.
 */
const LANES = 32;

type CallsNeed = Pick<Dependencies, 'accounts' | 'config' | 'time'>;

type WebhookCalls = {
  /** Makes the calls that are due now. Only one worker in one process calls a webhook at any moment. */
  runNow(): Promise<void>;
};

/**
 * Creates the worker that makes queued calls. A call's signature covers its body and its time in seconds, so that a
 * receiver can refuse forged or replayed calls. All attempts of a call have the same id.
 */
export function createWebhookCalls({ accounts, config, time }: CallsNeed): WebhookCalls {
  const box = createSecretBox(config, 'webhooks');

  async function make(call: CallRow): Promise<void> {
    const webhook = await findWebhook(accounts, call.webhook_id);
    const secret = webhook === undefined ? null : box.open(webhook.sealed_secret);
    if (webhook === undefined || secret === null) {
      const reason = 'The secret can’t be decrypted, because SESSION_SECRET has changed. Create the webhook again.';
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
      // Another worker or process is already calling this webhook.
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

/** Causes that began or changed, and the rows of alerts that ended. */
type Changes = Pick<AlertChanges, 'begun' | 'changed'> & { readonly ended: readonly AlertRow[] };

type AlertWatch = {
  /** Compares current problems with active alerts, publishes what began or ended, and sends mails that are due. */
  look(): Promise<void>;
};

/**
 * Creates the alert check. The store records what was published, so that several processes, or one process after a
 * restart, publish nothing twice.
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
      const standingCauses = new Map(standing.map(({ cause, since_at: sinceMs }) => [cause, sinceMs]));
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

/**
 * Checks a network that is complete, such as a new demo network, as if monitoring had run for long. Otherwise no outlet
 * counts as silent in the first quarter of an hour.
 */
export async function checkCompleteNetwork(needs: AlertsNeed): Promise<void> {
  const nowMs = needs.now();
  await resumeHearing(needs.accounts, nowMs - DAY_MS, nowMs);
  await createAlertWatch(needs).look();
}

/** Number of alerts per transaction, so that other writes run between two transactions. */
const GROUP = 50;

/**
 * Compares causes with active alerts in groups. On a bad day, a large network has tens of thousands of causes, and a
 * single pass would block the thread for seconds.
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

const wordsOf = ({ rule, title, affected, path, venueId, sinceMs }: Cause): AlertWords => ({
  // Only this feature creates causes, so the rule is always valid.
  rule: rule as AlertRule,
  title,
  path,
  venue_id: venueId,
  since_at: sinceMs,
  affected: JSON.stringify(affected),
  affected_count: affected.length,
  affected_names: affected.map(({ name }) => name).join('\n'),
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

const standingOf = ({ id, cause, rule, customer_id: customerId, title, affected, path, ...row }: AlertRow) => ({
  id,
  cause,
  rule,
  customerId,
  title,
  path,
  venueId: row.venue_id,
  sinceMs: row.since_at,
  affected: JSON.parse(affected) as Cause['affected'],
});

/**
 * Queues calls to the webhooks of the organizations concerned. Runs in the transaction that stores the event, so that
 * calls and events always match.
 */
async function queueCalls(
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
          // Due immediately, regardless of the worker's clock.
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

const shown = ({ id, rule, title, affected, path, since_at, raised_at, ended_at }: AlertRow, publicUrl: string) => ({
  id,
  rule,
  severity: RULE_TERMS[rule].severity,
  title,
  affected: JSON.parse(affected) as unknown,
  url: `${publicUrl}${path}`,
  since: since_at === null ? null : new Date(since_at).toISOString(),
  raised_at: new Date(raised_at).toISOString(),
  ended_at: ended_at === null ? null : new Date(ended_at).toISOString(),
});

/**
 * Mails alerts that are still active and not mailed yet. Sends at most one mail an hour per rule and organization, and
 * none in the organization's quiet hours. The next mail includes delayed alerts, except those that have ended in the
 * meantime.
 */
async function mailAlerts({ accounts, config, mail }: AlertsNeed, nowMs: number): Promise<void> {
  const unmailed = await findUnmailed(accounts);
  if (unmailed.length === 0) return;
  const [rules, quiet] = await Promise.all([findAllRules(accounts), findAllQuiet(accounts)]);
  const { rowOf } = readRules(rules);
  const groups = grouped(unmailed, ({ customer_id: customer, rule }) => `${customer ?? ''}/${rule}`);
  for (const alerts of groups.values()) {
    const [{ customer_id: customer, rule: name }] = alerts as [AlertRow, ...AlertRow[]];
    const rule = rowOf(customer ?? '', name);
    const ids = alerts.map(({ id }) => id);
    const isApart = customer !== null && NOTIFIED_APART.includes(name);
    if (rule.mails === 0 || isApart) {
      await setMailed(accounts, ids, nowMs);
      continue;
    }
    const hours = quiet.find(({ organisation }) => organisation === rule.organisation);
    if (isMuted(rule, nowMs) || isQuietNow(hours, nowMs) || nowMs - rule.mailed_at < MAIL_EVERY_MS) continue;
    const content = alertMail(alerts, { nowMs, timeZone: hours?.time_zone ?? config.networkTimeZone });
    await accounts.transaction().execute(async (tx) => {
      // Another process has already mailed these alerts.
      if ((await setMailed(tx, ids, nowMs)) === 0) return;
      await storeRuleMailed(tx, rule, nowMs);
      const notification = notificationOfRule(name);
      const people = await findRecipients(tx, customer);
      const channelsOf = await readChannels(
        tx,
        notification,
        people.map(({ id }) => id),
      );
      for (const { id: userId, email: to } of people)
        if (channelsOf(userId).mail)
          await mail.send(tx, { to, kind: 'alert', ...content, about: { notification, userId } });
    });
  }
}

function isQuietNow(hours: QuietRow | undefined, nowMs: number): boolean {
  if (hours === undefined) return false;
  const minute = minuteOfDay(nowMs, hours.time_zone);
  return isQuiet(minute, { from: hours.from_minute, to: hours.to_minute });
}
