import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import {
  type Alert,
  type AlertGroup,
  type AlertRules,
  acknowledgeAlert,
  acknowledgeAlerts,
  createAlertWebhook,
  deleteAlertWebhook,
  getAlertRules,
  listAlertGroups,
  listAlerts,
  listAlertWebhooks,
  replayAlertCall,
  seeAlerts,
  setAlertRules,
  unacknowledgeAlert,
} from '#contract/alerts.ts';
import { NEWS_RULES, RULE_TERMS } from '#domain/alert-rules.ts';
import { counted } from '#domain/counted.ts';
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
import { findQuietOf, findRulesOf, storeQuiet, storeRule } from './alert-rules-queries.ts';
import { readRules, rulesFor, shownRule } from './alert-settings.ts';
import * as queries from './alerts-queries.ts';
import { deleteWebhook, findCalls, findWebhooks, insertWebhook, requeueCall } from './webhook-queries.ts';

const PAGE = 20;
const MOST_NAMES = 50;
const MOST_WEBHOOKS = 5;
const CALLS_SHOWN = 20;
const ALERTS = { one: 'alert', other: 'alerts' };
const LIMITS = { rateLimit: { max: 20, timeWindow: MINUTE_MS } } as const;

const instant = (ms: number): string => new Date(ms).toISOString();
const maybeInstant = (ms: number | null): string | null => (ms === null ? null : instant(ms));

function shownAlert(row: queries.PlacedRow, seenMs: number): Alert {
  const affected = JSON.parse(row.affected) as { id: string; name: string }[];
  const { id, rule, title, path } = row;
  const isActive = row.acknowledged_at === null ? 'open' : 'acknowledged';
  return {
    id,
    rule,
    severity: RULE_TERMS[rule].severity,
    state: row.ended_at === null ? isActive : 'resolved',
    place: { id: row.place, name: row.place_name },
    title,
    path,
    affected: affected.slice(0, MOST_NAMES),
    affected_count: affected.length,
    since: maybeInstant(row.since_at),
    raised_at: instant(row.raised_at),
    ended_at: maybeInstant(row.ended_at),
    acknowledged_at: maybeInstant(row.acknowledged_at),
    unread: row.raised_at > seenMs,
  };
}

type GroupRow = Awaited<ReturnType<typeof queries.findGroups>>['rows'][number];

function shownGroup(row: GroupRow, alert: Alert | null): AlertGroup {
  const { rule, state, place, place_name: name } = row;
  return {
    place: { id: place, name },
    rule,
    severity: RULE_TERMS[rule].severity,
    state,
    alerts: Number(row.alerts),
    affected: Number(row.affected),
    unread: Number(row.unread),
    since: maybeInstant(row.since_at),
    raised_at: instant(row.raised_at),
    ended_at: maybeInstant(row.ended_at),
    alert,
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
      const { show, limit = String(PAGE), cursor = '', ...filter } = request.query;
      const scope = alertScope(request);
      const most = Number(limit);
      const seenMs = await queries.findSeen(accounts, callerOf(request).userId);
      const [rows, unread, active, waiting] = await Promise.all([
        queries.findAlerts(accounts, scope, { ...filter, show, before: cursor, limit: most + 1 }),
        queries.countUnread(accounts, scope, seenMs),
        queries.countActive(accounts, scope),
        queries.countWaiting(accounts, scope),
      ]);
      const page = rows.slice(0, most);
      const next = rows.length > most ? (page.at(-1)?.id ?? null) : null;
      const data = page.map((row) => shownAlert(row, seenMs));
      return { unread, open: active.all, waiting, data, next_cursor: next };
    });

    addRoute(app, listAlertGroups, async (request) => {
      const { page: number = '1', limit = String(PAGE), sort = '-severity', ...filter } = request.query;
      const scope = alertScope(request);
      const [page, most] = [Number(number), Number(limit)];
      const seenMs = await queries.findSeen(accounts, callerOf(request).userId);
      const [{ rows, total }, unread, active] = await Promise.all([
        queries.findGroups(accounts, scope, { ...filter, sort, page, limit: most, seenMs }),
        queries.countUnread(accounts, scope, seenMs),
        queries.countActive(accounts, scope),
      ]);
      // A group of one alert shows that alert at once.
      const single = rows.filter(({ alerts }) => Number(alerts) === 1).map(({ id }) => id);
      const alerts = new Map((await queries.findAlertsById(accounts, scope, single)).map((row) => [row.id, row]));
      const data = rows.map((row) => {
        const alert = Number(row.alerts) === 1 ? alerts.get(row.id) : undefined;
        return shownGroup(row, alert === undefined ? null : shownAlert(alert, seenMs));
      });
      const { all, acknowledged } = active;
      return { data, total, page, limit: most, unread, open: all - acknowledged, acknowledged };
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
        const [row] = await queries.findAlertsById(accounts, scope, [id]);
        if (row === undefined) throw new AppError('not-found', 'Alert not found.');
        await accounts.transaction().execute(async (tx) => {
          const action = isTaken ? 'alert.acknowledged' : 'alert.unacknowledged';
          const isChanged = isTaken
            ? (await queries.setAcknowledged(tx, [id], now())).size > 0
            : await queries.undoAcknowledged(tx, id);
          if (isChanged) await writeAudit(tx, noted(request, action, row.title, { rule: row.rule }));
        });
        const seenMs = await queries.findSeen(accounts, callerOf(request).userId);
        const [after = row] = await queries.findAlertsById(accounts, scope, [id]);
        return shownAlert(after, seenMs);
      });

    addRoute(app, acknowledgeAlerts, async (request) => {
      const { ids = [], groups = [], q = '' } = request.body;
      if (ids.length + groups.length === 0) throw new FieldError({ ids: 'Name at least one alert or group.' });
      const context = { accounts, now, author: authorOf(request) };
      return acknowledgeSeveral(context, alertScope(request), { ids: [...new Set(ids)], groups, q });
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

type Named = {
  readonly ids: readonly string[];
  readonly groups: Parameters<typeof queries.findOpenOf>[2];
  /** Limits the groups. */
  readonly q: string;
};

/** Returns why an alert can't be acknowledged; null if it can be. */
function refusalOf({ acknowledged_at, ended_at, rule }: queries.AlertRow): string | null {
  if (NEWS_RULES.includes(rule)) return 'This is news, which needs no acknowledgment.';
  if (ended_at !== null) return 'The problem is already over.';
  return acknowledged_at === null ? null : 'It is already acknowledged.';
}

/**
 * Acknowledges the named alerts that are in the scope and open, in one transaction with one audit entry. Returns how
 * many it acknowledged, and each other named alert with the reason.
 */
function acknowledgeSeveral(
  { accounts, now, author }: ChangeContext,
  scope: queries.AlertScope,
  { ids, groups, q }: Named,
): Promise<{ acknowledged: number; refused: { id: string; title: string; reason: string }[] }> {
  return accounts.transaction().execute(async (tx) => {
    const named = await queries.findAlertsById(tx, scope, ids);
    const rows = new Map([...named, ...(await queries.findOpenOf(tx, scope, groups, q))].map((row) => [row.id, row]));
    const refused = ids
      .filter((id) => !rows.has(id))
      .map((id) => ({ id, title: '', reason: 'There is no such alert that you can see.' }));
    const open: queries.PlacedRow[] = [];
    for (const row of rows.values()) {
      const reason = refusalOf(row);
      if (reason === null) open.push(row);
      else refused.push({ id: row.id, title: row.title, reason });
    }
    const openIds = open.map(({ id }) => id);
    const done = await queries.setAcknowledged(tx, openIds, now());
    for (const { id, title } of open)
      if (!done.has(id)) refused.push({ id, title, reason: 'Another user has just acknowledged it.' });
    const titles = open.filter(({ id }) => done.has(id)).map(({ title }) => title);
    const [first = ''] = titles;
    const subject = titles.length === 1 ? first : counted(titles.length, ALERTS);
    if (titles.length > 0)
      await writeAudit(tx, {
        ...author,
        at: now(),
        action: 'alert.acknowledged',
        subject,
        detail: { alerts: titles.join('; ') },
      });
    return { acknowledged: titles.length, refused };
  });
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
