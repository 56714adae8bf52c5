import type { FastifyInstance } from 'fastify';
import { v7 as uuid } from 'uuid';
import {
  type ContactMessage,
  type ContactRequest,
  changeMessage,
  getMessage,
  listMessages,
  type MessageAction,
  type MessageList,
  sendContactMessage,
} from '#contract/contact.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { nameKey } from '#domain/name-key.ts';
import { visibleLines, visibleText } from '#domain/plain-text.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { inPages } from '../../exports/in-pages.ts';
import type { ExportColumn } from '../../exports/send-csv.ts';
import { sendTable, TABLE_LIMITS } from '../../exports/send-table.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute, type RequestOf } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { contactMail } from './contact-mail.ts';
import {
  countMessages,
  findAddress,
  findMessage,
  findMessages,
  findSendingTimes,
  insertMessage,
  lockAccount,
  type MessageRow,
  setMark,
} from './contact-queries.ts';

/** Rate and size limits that stop a flood before it reaches the store, which counts the limit per user. */
const FLOOD = { rateLimit: { max: 120, timeWindow: MINUTE_MS }, bodyLimit: 32 * 1024 } as const;

/** Registers the contact form and the administration of its messages (docs/decisions.md#screens). */
export function contactRoutes(dependencies: Pick<Dependencies, 'accounts' | 'now' | 'mail' | 'config'>) {
  const { accounts } = dependencies;
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(
      app,
      sendContactMessage,
      async (request) => {
        await sendMessage(dependencies, callerOf(request).userId, request.body);
        return { status: true };
      },
      FLOOD,
    );

    addRoute(
      app,
      listMessages,
      async (request, reply) => {
        const { folder = 'inbox', format, q = '', sort = '-sent_at' } = request.query;
        const wanted = { folder, needle: nameKey(q), isVisit: isVisit(request) } as const;
        if (format !== 'csv') return readMessages(accounts, request.query, isVisit(request));
        return sendTable(dependencies, request, reply, {
          name: 'messages',
          columns: MESSAGE_COLUMNS,
          total: await countMessages(accounts, wanted),
          rows: inPages((place) => findMessages(accounts, wanted, { ...readSort(sort), ...place })),
        });
      },
      TABLE_LIMITS,
    );

    addRoute(app, getMessage, async (request) => {
      const message = await findMessage(accounts, request.params.id, isVisit(request));
      if (message === undefined) throw new AppError('not-found', 'This message no longer exists.');
      return toMessage(message);
    });

    addRoute(app, changeMessage, async (request) => {
      const { params, body, ip } = request;
      const { userId } = callerOf(request);
      return toMessage(await actOnMessage(dependencies, params.id, body.action, { userId, ip }));
    });
  };
}

/** Reads a page of a folder, with the total and the unread count. Newest first by default. */
async function readMessages(
  accounts: AccountsDb,
  { folder, q = '', sort = '-sent_at', ...place }: RequestOf<typeof listMessages>['query'],
  isVisit: boolean,
): Promise<MessageList> {
  const wanted = { folder: folder ?? 'inbox', needle: nameKey(q), isVisit } as const;
  const { page, limit, offset } = readPage(place);
  const [rows, total, unread] = await Promise.all([
    findMessages(accounts, wanted, { ...readSort(sort), limit, offset }),
    countMessages(accounts, wanted),
    countMessages(accounts, { folder: 'unread', needle: '', isVisit }),
  ]);
  return { data: rows.map(toMessage), total, page, limit, unread };
}

const MESSAGE_COLUMNS: readonly ExportColumn<MessageRow>[] = [
  { name: 'name', value: ({ name }) => name },
  { name: 'email', value: ({ email }) => email },
  { name: 'customer', value: ({ customer }) => customer },
  { name: 'message', value: ({ message }) => message },
  { name: 'sent_at', value: ({ sent_at: at }) => new Date(at).toISOString() },
  { name: 'read_at', value: ({ read_at: at }) => isoOrNull(at) },
];

const isoOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Converts a stored message to the form that administrators see. */
const toMessage = (row: MessageRow): ContactMessage => ({
  id: row.id,
  name: row.name,
  email: row.email,
  message: row.message,
  sent_at: new Date(row.sent_at).toISOString(),
  account: row.account,
  customer: row.customer ?? '',
  read_at: isoOrNull(row.read_at),
  deleted_at: isoOrNull(row.deleted_at),
});

const MARKS = { read: 'read_at', unread: 'read_at', delete: 'deleted_at', restore: 'deleted_at' } as const;
const AUDITED = { read: 'read', unread: 'marked-unread', delete: 'deleted', restore: 'restored' } as const;

/**
 * Marks, deletes or restores a message and writes the audit log in one transaction. A repeated action is not audited
 * again.
 */
async function actOnMessage(
  { accounts, now }: Pick<Dependencies, 'accounts' | 'now'>,
  id: string,
  action: MessageAction,
  { userId, ip }: { readonly userId: string; readonly ip: string },
): Promise<MessageRow> {
  const at = now();
  return accounts.transaction().execute(async (transaction) => {
    const isSetting = action === 'read' || action === 'delete';
    const isChanged = await setMark(transaction, id, MARKS[action], isSetting ? at : null);
    const message = await findMessage(transaction, id);
    if (message === undefined) throw new AppError('not-found', 'This message no longer exists.');
    if (isChanged)
      await writeAudit(transaction, {
        at,
        actorId: userId,
        actor: (await findAddress(transaction, userId))?.email ?? '',
        action: `message.${AUDITED[action]}`,
        subject: id,
        detail: { from: message.account },
        ip,
      });
    return message;
  });
}

/** Maximum number of messages per user and hour (docs/threat-model.md#i14). */
const MOST_MESSAGES = 5;

/**
 * Stores a message. If the hidden field is filled in, drops the message but sends the same response. Messages are
 * counted in the store, so that the limit survives a restart and applies across servers.
 */
async function sendMessage(
  dependencies: Pick<Dependencies, 'accounts' | 'now' | 'mail' | 'config'>,
  userId: string,
  { website = '', ...typed }: ContactRequest,
): Promise<void> {
  const { accounts, now } = dependencies;
  const name = visibleText(typed.name);
  const email = visibleText(typed.email);
  const message = visibleLines(typed.message);
  if (message === '') throw new AppError('invalid', 'Enter a message.');
  if (website !== '') return;
  const sentAt = now();
  await accounts.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const [oldest, ...more] = await findSendingTimes(transaction, userId, sentAt - HOUR_MS);
    if (oldest !== undefined && more.length + 1 >= MOST_MESSAGES) throw tooMany(oldest + HOUR_MS - sentAt);
    await insertMessage(transaction, {
      id: uuid(),
      user_id: userId,
      name,
      email,
      message,
      search_key: nameKey(`${name} ${email} ${message}`),
      sent_at: sentAt,
      read_at: null,
      deleted_at: null,
    });
    await mailToOperator(dependencies, transaction, userId, { name, email, message });
  });
}

/**
 * Mails a copy to the operator. Text typed by the user never appears in a header. Replies go to the account's own
 * address.
 */
async function mailToOperator(
  { config, mail }: Pick<Dependencies, 'mail' | 'config'>,
  transaction: AccountsDb,
  userId: string,
  { name, email, message }: ContactRequest,
): Promise<void> {
  if (config.contactEmail === null) return;
  const account = (await findAddress(transaction, userId))?.email ?? '';
  await mail.send(transaction, contactMail(config.contactEmail, { name, email, message, account }));
}

function tooMany(waitMs: number): AppError {
  const minutes = Math.max(1, Math.ceil(waitMs / MINUTE_MS));
  return new AppError(
    'too-many',
    `You’ve sent ${MOST_MESSAGES} messages in the last hour. You can send the next one in ${minutes} min. Your text is kept.`,
    minutes * 60,
  );
}
