import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '#contract/common.ts';
import {
  getNotificationChoices,
  listNotifications,
  NOTIFICATION_KINDS,
  NOTIFICATIONS_PAGE,
  type NotificationChoice,
  notificationKindsOf,
  notificationTerms,
  readNotifications,
  setNotificationChoice,
  showUnsubscribe,
  unsubscribe,
} from '#contract/notifications.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { sentRole } from '#domain/role.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { FieldError } from '../../http/app-error.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { createUnsubscribeLinks, type Unsubscribing } from '../../mail/unsubscribe-link.ts';
import * as queries from '../../notifications/notifications-queries.ts';
import { clearBillingEmail, isUser } from './unsubscribe-queries.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'now'>;

const LIMITS = { rateLimit: { max: 60, timeWindow: MINUTE_MS } } as const;

const readerOf = (request: FastifyRequest): queries.NotificationReader => {
  const { role, customer, userId } = callerOf(request);
  return { userId, customerId: role === 'admin' ? null : (customer?.id ?? '') };
};

const shown = ({ id, kind, title, detail, path, created_at: at, read_at: read }: queries.NotificationRow) => ({
  id,
  kind,
  title,
  detail,
  path,
  at: new Date(at).toISOString(),
  read: read !== null,
});

/** Registers the routes for a person's notifications, what the person gets, and the links of its mails. */
export function notificationRoutes(needs: Needs) {
  return async (app: FastifyInstance): Promise<void> => {
    addOwnRoutes(app, needs);
    addUnsubscribeRoutes(app, needs);
  };
}

function addOwnRoutes(app: FastifyInstance, { accounts, now }: Needs): void {
  addRoute(app, listNotifications, async (request) => {
    const reader = readerOf(request);
    const { cursor: before = '' } = request.query;
    const [rows, unread] = await Promise.all([
      queries.findNotifications(accounts, reader, { before, limit: NOTIFICATIONS_PAGE + 1 }),
      queries.countUnreadNotifications(accounts, reader),
    ]);
    const page = rows.slice(0, NOTIFICATIONS_PAGE);
    const next = rows.length > NOTIFICATIONS_PAGE ? (page.at(-1)?.id ?? null) : null;
    return { unread, data: page.map(shown), next_cursor: next };
  });

  addRoute(app, readNotifications, async (request) => {
    const reader = readerOf(request);
    await queries.setNotificationsRead(accounts, reader.userId, { id: request.body.id, at: now() });
    return { unread: await queries.countUnreadNotifications(accounts, reader) };
  });

  addRoute(app, getNotificationChoices, async (request) => showChoices(accounts, request));

  addRoute(
    app,
    setNotificationChoice,
    async (request) => {
      refuseDemoAccount(request);
      const { kind, in_app: inApp, mail } = request.body;
      const own = (await showChoices(accounts, request)).data.find((choice) => choice.kind === kind);
      if (own === undefined) throw new FieldError({ kind: 'Your account gets no such notifications.' });
      if (own.required) throw new FieldError({ mail: 'Emails that protect your account can’t be turned off.' });
      if (inApp !== undefined && own.in_app === null)
        throw new FieldError({ in_app: 'There is no choice in the app for this kind.' });
      await queries.storeChoice(accounts, {
        user_id: callerOf(request).userId,
        kind,
        in_app: (inApp ?? own.in_app) ? 1 : 0,
        mail: (mail ?? own.mail) ? 1 : 0,
      });
      return showChoices(accounts, request);
    },
    LIMITS,
  );
}

async function showChoices(
  accounts: AccountsDb,
  request: FastifyRequest,
): Promise<{ readonly data: NotificationChoice[] }> {
  const { userId, role } = callerOf(request);
  const stored = new Map((await queries.findChoicesOf(accounts, userId)).map((row) => [row.kind, row]));
  const data = notificationKindsOf(sentRole(role) satisfies Role).map((kind): NotificationChoice => {
    const { inApp, mail, isRequired = false } = notificationTerms(kind);
    const own = isRequired ? undefined : stored.get(kind);
    const defaultInApp = typeof inApp === 'boolean' ? inApp : null;
    return {
      kind,
      in_app: defaultInApp === null || own === undefined ? defaultInApp : own.in_app === 1,
      mail: own === undefined ? mail : own.mail === 1,
      required: isRequired,
    };
  });
  return { data };
}

/**
 * Registers the page and the one-click call of the unsubscribe link (RFC 8058). Only the call changes something, because
 * mail programs and virus scanners open links before people do.
 */
function addUnsubscribeRoutes(app: FastifyInstance, { accounts, config, now }: Needs): void {
  const links = createUnsubscribeLinks(config);
  addRoute(
    app,
    showUnsubscribe,
    async (request, reply) => {
      const { token } = request.query;
      const wanted = links.read(token);
      return wanted === null ? sendInvalid(reply) : sendPage(reply, questionPage(wanted, token));
    },
    LIMITS,
  );
  app.register(async (scope) => {
    // The body only repeats that this is a one-click call.
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      (_request, _body, done) => done(null, null),
    );
    addRoute(
      scope,
      unsubscribe,
      async (request, reply) => {
        const wanted = links.read(request.query.token);
        if (wanted === null) return sendInvalid(reply);
        await stop(accounts, wanted, { at: now(), ip: request.ip });
        return sendPage(reply, donePage(wanted));
      },
      LIMITS,
    );
  });
}

const sendPage = (reply: FastifyReply, page: string): FastifyReply => reply.type('text/html; charset=utf-8').send(page);

const sendInvalid = (reply: FastifyReply): FastifyReply =>
  sendPage(
    reply.status(400),
    htmlPage(
      'This link isn’t valid',
      '<p>Sign in and choose <a href="/app/notifications">Notifications</a> to stop emails.</p>',
    ),
  );

/** Stops the mails. Does nothing if the account or the customer is gone, or has stopped them before. */
async function stop(
  accounts: AccountsDb,
  { notification: kind, of, id }: Unsubscribing,
  { at, ip }: { readonly at: number; readonly ip: string },
): Promise<void> {
  await accounts.transaction().execute(async (tx) => {
    if (of === 'customer') {
      const cleared = await clearBillingEmail(tx, id, at);
      if (cleared === null) return;
      const author = { actorId: null, actor: 'unsubscribe link', ip };
      const detail = { billing_email: { before: cleared.before, after: '' } };
      await writeAudit(tx, { ...author, at, action: 'customer.changed', subject: cleared.name, detail });
      return;
    }
    if (!(await isUser(tx, id))) return;
    const own = (await queries.findChoicesOf(tx, id)).find((row) => row.kind === kind);
    const inApp = own?.in_app ?? (notificationTerms(kind).inApp === true ? 1 : 0);
    await queries.storeChoice(tx, { user_id: id, kind, in_app: inApp, mail: 0 });
  });
}

const labelOf = ({ notification, of }: Unsubscribing): string =>
  of === 'customer' ? 'Documents to this billing address' : NOTIFICATION_KINDS[notification].label;

/** The token is part of a signed link, so its letters are known to be harmless in markup. */
const questionPage = (wanted: Unsubscribing, token: string): string =>
  htmlPage(
    'Stop these emails?',
    `<p>You get emails of this kind: <strong>${labelOf(wanted)}</strong>. Your other emails don’t change.</p>
<form method="post" action="/api/unsubscribe?token=${encodeURIComponent(token)}"><button type="submit">Stop these emails</button></form>`,
  );

const donePage = (wanted: Unsubscribing): string =>
  htmlPage(
    'You won’t get these emails anymore',
    `<p>Stopped: <strong>${labelOf(wanted)}</strong>.${
      wanted.of === 'customer'
        ? ' The organization’s users still get its documents.'
        : ' To get them again, sign in and choose <a href="/app/notifications">Notifications</a>.'
    }</p>`,
  );

/** Builds a page without code, in the browser's default colors, light or dark. */
const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title} · Voltboard</title>
<style>:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:34rem;margin:15vh auto;padding:0 1rem}h1{font-size:1.5rem}button{font:inherit;min-height:44px;padding:.5rem 1rem}</style></head>
<body><main><h1>${title}</h1>
${body}
</main></body>
</html>
`;
