import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import {
  type Alert,
  type AlertRules,
  acknowledgeAlert,
  createAlertWebhook,
  deleteAlertWebhook,
  getAlertRules,
  listAlerts,
  listAlertWebhooks,
  replayAlertCall,
  seeAlerts,
  setAlertRules,
  unacknowledgeAlert,
} from '#contract/alerts.ts';
import { RULE_TERMS } from '#domain/alert-rules.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { isTimeZone } from '#domain/zoned-day.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import type { Caller } from '../../http/caller.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { createSecretBox } from '../../keys/secret-box.ts';
import { addressProblem } from '../../lib/post-outside.ts';
import { randomToken } from '../../lib/random-token.ts';
import { readRules, rulesFor, shownRule } from './alert-settings.ts';
import * as queries from './alerts-queries.ts';
import { findQuietOf, findRulesOf, storeQuiet, storeRule } from './alerts-queries.ts';
import { deleteWebhook, findCalls, findWebhooks, insertWebhook, requeueCall } from './webhook-queries.ts';

const PAGE = 20;
const MOST_NAMES = 50;
const MOST_WEBHOOKS = 5;
const CALLS_SHOWN = 20;
const LIMITS = { rateLimit: { max: 20, timeWindow: MINUTE_MS } } as const;

const instant = (ms: number): string => new Date(ms).toISOString();
const maybeInstant = (ms: number | null): string | null => (ms === null ? null : instant(ms));

function shownAlert(row: queries.AlertRow, seenMs: number): Alert {
  const affected = JSON.parse(row.affected) as { id: string; name: string }[];
  const { id, rule, title, path } = row;
  return {
    id,
    rule,
    title,
    path,
    affected: affected.slice(0, MOST_NAMES),
    affected_count: affected.length,
    raised_at: instant(row.raised_at),
    ended_at: maybeInstant(row.ended_at),
    acknowledged_at: maybeInstant(row.acknowledged_at),
    unread: row.raised_at > seenMs,
  };
}

/**
 * Returns which alerts the caller may see: customers see their own; full-access users see those of all customers;
 * administrators also see the installation's.
 */
function alertScope(request: FastifyRequest): queries.AlertScope {
  const { role, customer } = callerOf(request);
  if (role === 'admin') return 'all';
  return role === 'full' || customer === null ? 'customers' : { customerId: customer.id };
}

/** Returns the organization whose settings apply; '' means the installation. */
const organisationOf = (request: FastifyRequest): string => {
  const { role, customer } = callerOf(request);
  return role === 'admin' ? '' : (customer?.id ?? '');
};

/**
 * Registers the routes for alerts, their acknowledgment and their notification settings
 * (docs/business-rules.md#alerts).
 */
export function alertRoutes({ accounts, config, now }: Pick<Dependencies, 'accounts' | 'config' | 'now'>) {
  const box = createSecretBox(config, 'webhooks');
  const noted = (request: FastifyRequest, action: string, subject: string, detail: Record<string, unknown>) => ({
    ...authorOf(request),
    at: now(),
    action,
    subject,
    detail,
  });

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listAlerts, async (request) => {
      const { show, limit = String(PAGE), cursor = '' } = request.query;
      const scope = alertScope(request);
      const most = Number(limit);
      const seenMs = await queries.findSeen(accounts, callerOf(request).userId);
      const [rows, unread, open, waiting] = await Promise.all([
        queries.findAlerts(accounts, scope, { show, before: cursor, limit: most + 1 }),
        queries.countUnread(accounts, scope, seenMs),
        queries.countOpen(accounts, scope),
        queries.countWaiting(accounts, scope),
      ]);
      const page = rows.slice(0, most);
      const next = rows.length > most ? (page.at(-1)?.id ?? null) : null;
      return { unread, open, waiting, data: page.map((row) => shownAlert(row, seenMs)), next_cursor: next };
    });

    addRoute(app, seeAlerts, async (request) => {
      await queries.storeSeen(accounts, callerOf(request).userId, now());
      return { unread: 0 };
    });

    for (const endpoint of [acknowledgeAlert, unacknowledgeAlert])
      addRoute(app, endpoint, async (request) => {
        const { id } = request.params;
        const isTaken = endpoint === acknowledgeAlert;
        const scope = alertScope(request);
        const row = await queries.findAlert(accounts, scope, id);
        if (row === undefined) throw new AppError('not-found', 'Alert not found.');
        await accounts.transaction().execute(async (tx) => {
          const action = isTaken ? 'alert.acknowledged' : 'alert.unacknowledged';
          const entry = noted(request, action, row.title, { rule: row.rule });
          if (await queries.setAcknowledged(tx, id, isTaken ? now() : null)) await writeAudit(tx, entry);
        });
        const seenMs = await queries.findSeen(accounts, callerOf(request).userId);
        return shownAlert((await queries.findAlert(accounts, scope, id)) ?? row, seenMs);
      });

    addRoute(app, getAlertRules, (request) => showRules(accounts, callerOf(request), organisationOf(request)));

    addRoute(app, setAlertRules, async (request) => {
      const context = { accounts, now, author: authorOf(request) };
      await changeRules(context, callerOf(request), organisationOf(request), request.body);
      return showRules(accounts, callerOf(request), organisationOf(request));
    });

    addRoute(app, listAlertWebhooks, async (request) => {
      const webhooks = await findWebhooks(accounts, [organisationOf(request)]);
      const calls = await Promise.all(webhooks.map(({ id }) => findCalls(accounts, id, CALLS_SHOWN)));
      return {
        data: webhooks.map(({ id, url, created_at }, at) => ({
          id,
          url,
          created_at: instant(created_at),
          calls: (calls[at] ?? []).map((call) => ({
            id: call.id,
            event: call.event,
            status: call.status,
            attempts: call.attempts,
            last_error: call.last_error,
            created_at: instant(call.created_at),
            sent_at: maybeInstant(call.sent_at),
          })),
        })),
      };
    });

    addRoute(
      app,
      createAlertWebhook,
      async (request, reply) => {
        refuseDemoAccount(request);
        const url = request.body.url.trim();
        const problem = addressProblem(url, config.privateWebhooks);
        if (problem !== null) throw new FieldError({ url: problem });
        const organisation = organisationOf(request);
        const [id, secret] = [newId(), `whsec_${randomToken()}`];
        const entry = noted(request, 'alert.webhook-made', new URL(url).host, {});
        await accounts.transaction().execute(async (tx) => {
          // Serializes parallel calls, so that together they cannot exceed the limit.
          await takeAuditTurn(tx);
          if ((await findWebhooks(tx, [organisation])).length >= MOST_WEBHOOKS)
            throw new AppError('conflict', `You already have ${MOST_WEBHOOKS} webhooks. Delete one first.`);
          await insertWebhook(tx, { id, organisation, url, sealed_secret: box.seal(secret), created_at: now() });
          await writeAudit(tx, entry);
        });
        reply.header('Cache-Control', 'no-store');
        return { id, secret };
      },
      LIMITS,
    );

    addRoute(app, deleteAlertWebhook, async (request) => {
      const { id } = request.params;
      await accounts.transaction().execute(async (tx) => {
        if (!(await deleteWebhook(tx, organisationOf(request), id)))
          throw new AppError('not-found', 'Webhook not found.');
        await writeAudit(tx, noted(request, 'alert.webhook-deleted', id, {}));
      });
      return { deleted: true };
    });

    addRoute(
      app,
      replayAlertCall,
      async (request) => {
        const { id } = request.params;
        await accounts.transaction().execute(async (tx) => {
          if (!(await requeueCall(tx, organisationOf(request), id)))
            throw new AppError('not-found', 'Completed webhook call not found.');
          await writeAudit(tx, noted(request, 'alert.call-replayed', id, {}));
        });
        return { queued: true };
      },
      LIMITS,
    );
  };
}

const kindOf = ({ role }: Pick<Caller, 'role'>): 'property' | 'advertiser' | 'network' =>
  role === 'property' || role === 'advertiser' ? role : 'network';

/** Lists the rules for the caller's organization, with defaults for settings that were never changed. */
async function showRules(
  accounts: AccountsDb,
  caller: Pick<Caller, 'role'>,
  organisation: string,
): Promise<AlertRules> {
  const [rows, quiet] = await Promise.all([findRulesOf(accounts, organisation), findQuietOf(accounts, organisation)]);
  const { rowOf } = readRules(rows);
  return {
    rules: rulesFor(kindOf(caller)).map((rule) => shownRule(rowOf(organisation, rule))),
    quiet: quiet === undefined ? null : { from: quiet.from_minute, to: quiet.to_minute, time_zone: quiet.time_zone },
  };
}

/** Changes the settings. Rules that are missing from the body stay unchanged. */
async function changeRules(
  { accounts, now, author }: ChangeContext,
  caller: Pick<Caller, 'role'>,
  organisation: string,
  { rules, quiet }: AlertRules,
): Promise<void> {
  const own = rulesFor(kindOf(caller));
  for (const [at, { rule, threshold, muted_until: muted }] of rules.entries()) {
    if (!own.includes(rule)) throw new FieldError({ [`rules.${at}.rule`]: 'Your organization has no such rule.' });
    if ((RULE_TERMS[rule].threshold === null) !== (threshold === null))
      throw new FieldError({
        [`rules.${at}.threshold`]: 'Keep this field as it was: only some rules have a threshold.',
      });
    if (muted !== null && Number.isNaN(Date.parse(muted)))
      throw new FieldError({ [`rules.${at}.muted_until`]: 'Enter a time such as 2026-11-21T14:05:09Z.' });
  }
  if (quiet !== null && !isTimeZone(quiet.time_zone))
    throw new FieldError({ 'quiet.time_zone': 'Choose a valid time zone.' });
  await accounts.transaction().execute(async (tx) => {
    const before = await showRules(tx, caller, organisation);
    for (const { rule, on, threshold, mail, muted_until: muted } of rules)
      await storeRule(tx, {
        organisation,
        rule,
        threshold,
        is_on: on ? 1 : 0,
        mails: mail ? 1 : 0,
        muted_until: muted === null ? null : Date.parse(muted),
      });
    const row = quiet && { from_minute: quiet.from, to_minute: quiet.to, time_zone: quiet.time_zone };
    await storeQuiet(tx, organisation, row);
    const detail = { rules: { before: before.rules, after: rules }, quiet: { before: before.quiet, after: quiet } };
    await writeAudit(tx, { ...author, at: now(), action: 'alert-rules.changed', subject: 'alert rules', detail });
  });
}
