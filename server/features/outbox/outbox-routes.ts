import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getMail, listMails, type OutboxEntry, type OutboxMail, retryMail } from '#contract/outbox.ts';
import { DEMO_DOMAIN } from '#domain/constants.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { inPages } from '../../exports/in-pages.ts';
import type { ExportColumn } from '../../exports/send-csv.ts';
import { sendTable, TABLE_LIMITS } from '../../exports/send-table.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { createLinkTokens } from '../../mail/link-token.ts';
import { isDeliverable } from '../../mail/mail.ts';
import { findCorrespondents, type MailRow } from '../../mail/mail-queries.ts';
import { renderMail } from '../../mail/render-mail.ts';
import { countMails, findAddress, findMail, findMails, queueMail } from './outbox-queries.ts';

const MAIL_COLUMNS: readonly ExportColumn<MailRow>[] = [
  { name: 'subject', value: (row) => entryOf(row).subject },
  { name: 'to', value: ({ to_email: to }) => to },
  { name: 'status', value: ({ status }) => status },
  { name: 'created_at', value: (row) => entryOf(row).created_at },
];

type Settings = Pick<Dependencies, 'config' | 'accounts' | 'mail' | 'now'>;

/** Registers the routes of the outbox, which administrators and demo accounts read at /admin/mail. */
export function outboxRoutes({ config, accounts, mail, now }: Settings) {
  const links = createLinkTokens(config);

  /**
   * Returns which mails the caller may read. Administrators read every mail; a demo account reads its own. Anyone can
   * be the demo's administrator, so that account reads only mails to demo addresses, never visitors' links and
   * addresses.
   */
  async function readerOf(request: FastifyRequest): Promise<Reader> {
    const { role, isDemo, mustSetUpSecondFactor, userId } = callerOf(request);
    const { email = '', email_key = '' } = (await findAddress(accounts, userId)) ?? {};
    if (role === 'admin' && !mustSetUpSecondFactor) return { toKey: null, toDemo: isDemo || isVisit(request), email };
    if (isDemo && config.demo) return { toKey: email_key, toDemo: true, email };
    throw new AppError('forbidden', 'Only administrators can read outgoing emails.');
  }

  const canRetry = ({ status, expires_at, to_key }: MailRow): boolean =>
    (status === 'failed' || status === 'held') &&
    mail.isDelivered &&
    isDeliverable(to_key) &&
    (expires_at === null || expires_at > now());

  /**
   * Builds a mail. Its link is meant for the recipient only, and is shown only if the mail is held. Without a mail
   * server, the person who reads the mail has to pass the link on.
   */
  async function shown(row: MailRow): Promise<OutboxMail> {
    const isLinkShown = row.status === 'held' && (row.expires_at === null || row.expires_at > now());
    const token = isLinkShown ? links.open(row.sealed_token, row.id) : null;
    const replyTo = row.reply_to || config.mailReplyTo;
    const rendered = renderMail(row, {
      ...(await findCorrespondents(accounts, row, config.networkName)),
      publicUrl: config.publicUrl,
      token,
      replyTo: replyTo === config.mailFrom ? null : replyTo,
      // Only the recipient gets the link to unsubscribe.
      unsubscribeUrl: null,
    });
    return { ...entryOf(row), ...rendered, can_retry: canRetry(row) };
  }

  async function audit(request: FastifyRequest, action: string, { id, kind, to_email }: MailRow, actor: string) {
    const { userId: actorId } = callerOf(request);
    const detail = { kind, to: to_email };
    await writeAudit(accounts, { at: now(), actorId, actor, action, subject: id, detail, ip: request.ip });
  }

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(
      app,
      listMails,
      async (request, reply) => {
        const { format, q = '', status, sort = '-created_at', ...place } = request.query;
        const { toKey, toDemo } = await readerOf(request);
        const wanted = { needle: q.trim().toLowerCase(), status, toKey, toDemo };
        if (format === 'csv')
          return sendTable({ accounts, now }, request, reply, {
            name: 'emails',
            columns: MAIL_COLUMNS,
            total: await countMails(accounts, wanted),
            rows: inPages((at) => findMails(accounts, wanted, { ...readSort(sort), ...at })),
          });
        const { page, limit, offset } = readPage(place);
        const [rows, total] = await Promise.all([
          findMails(accounts, wanted, { ...readSort(sort), limit, offset }),
          countMails(accounts, wanted),
        ]);
        return { data: rows.map(entryOf), total, page, limit, has_mail_server: mail.isDelivered };
      },
      TABLE_LIMITS,
    );

    addRoute(app, getMail, async (request) => {
      const reader = await readerOf(request);
      const { email } = reader;
      const row = await findMail(accounts, request.params.id);
      if (row === undefined || !mayRead(reader, row)) throw gone();
      // Audit callers who open a link that is meant for another person.
      if (row.sealed_token !== null) await audit(request, 'mail.read', row, email);
      return shown(row);
    });

    addRoute(app, retryMail, async (request) => {
      const reader = await readerOf(request);
      const { email } = reader;
      const row = await findMail(accounts, request.params.id);
      if (row === undefined || !mayRead(reader, row)) throw gone();
      if (!canRetry(row)) throw new AppError('conflict', reasonNotToSend(row, mail.isDelivered));
      const queued = await queueMail(accounts, row.id);
      if (queued !== undefined) await audit(request, 'mail.retried', queued, email);
      return shown(queued ?? row);
    });
  };
}

type Reader = { readonly toKey: string | null; readonly toDemo: boolean; readonly email: string };

const mayRead = ({ toKey, toDemo }: Reader, { to_key }: MailRow): boolean =>
  (toKey === null || to_key === toKey) && (!toDemo || to_key.endsWith(DEMO_DOMAIN));

const gone = () => new AppError('not-found', 'This email no longer exists.');

function reasonNotToSend({ status, to_key }: MailRow, hasMailServer: boolean): string {
  if (status === 'sent') return 'This email was already sent.';
  if (status === 'queued') return 'This email is already being sent.';
  if (!hasMailServer) return 'There is no mail server. Set SMTP_URL and restart.';
  if (!isDeliverable(to_key)) return 'Demo addresses don’t exist, so their emails can only be read here.';
  return 'The link in this email has expired. The recipient must request a new one.';
}

const entryOf = (row: MailRow): OutboxEntry => ({
  id: row.id,
  kind: row.kind,
  to: row.to_email,
  subject: row.subject,
  status: row.status,
  tries: row.attempts,
  created_at: new Date(row.created_at).toISOString(),
  sent_at: row.sent_at === null ? null : new Date(row.sent_at).toISOString(),
  failure: row.last_error,
});
