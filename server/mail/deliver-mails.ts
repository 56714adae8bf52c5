import { createTransport } from 'nodemailer';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { dueIn, leaseOne, settleOne } from '../databases/accounts/outgoing-queue.ts';
import { singleFlight } from '../lib/single-flight.ts';
import { createLinkTokens } from './link-token.ts';
import {
  deleteAttachment,
  findAttachment,
  findCorrespondents,
  isBillingAddress,
  type MailRow,
  type StoredAttachment,
} from './mail-queries.ts';
import { type RenderedMail, renderMail } from './render-mail.ts';
import { createUnsubscribeLinks } from './unsubscribe-link.ts';

const LOOK_EVERY_MS = SECOND_MS;
/**
 * How long a mail is leased, which is longer than an attempt can take. After a crash, the next attempt follows when the
 * lease expires.
 */
const LEASE_MS = 60 * SECOND_MS;
/** How long to wait after a mail was deferred: 30 seconds at first, then doubling up to an hour. */
const FIRST_WAIT_MS = 30 * SECOND_MS;
const LONGEST_WAIT_MS = HOUR_MS;
/**
 * How long to pause after a failed connection to the mail server. The pause is short, because all mails wait for the
 * connection.
 */
const FIRST_PAUSE_MS = SECOND_MS;
const LONGEST_PAUSE_MS = 30 * SECOND_MS;
const GIVE_UP_AFTER_MS = 3 * DAY_MS;
/** Number of attempts for a mail that an administrator sends again, even if the mail is old. */
const LAST_TRIES = 10;
const CLOSE_WITHIN_MS = 2_000;

export type Delivery = {
  /** Delivers the mails that are due. Resolves when no due mails are left. */
  runNow(): Promise<void>;
  /** Stops starting deliveries. A mail that is being sent may still arrive. */
  close(): Promise<void>;
};

type DeliverySettings = {
  readonly config: Pick<Config, 'mailFrom' | 'mailReplyTo' | 'networkName' | 'publicUrl' | 'keys'>;
  readonly smtpUrl: string;
  readonly accounts: AccountsDb;
  readonly now: () => number;
  /**
   * Returns the time on the clock that all processes share. With it, a process with a wrong clock neither sends a mail
   * that another process is sending nor delays a mail.
   */
  readonly time?: () => Promise<number>;
  /** Called with the details of a failure, without addresses. */
  readonly report: (facts: Readonly<Record<string, unknown>>) => void;
};

/**
 * Delivers the outbox to the mail server, one mail after the other, oldest first. Checks for due mails once per second.
 * The store records which mails are due, so a restart loses none. A lease prevents several servers from sending the
 * same mail (docs/threat-model.md#a16).
 */
export function startDelivery({ config, smtpUrl, accounts, now, report, ...settings }: DeliverySettings): Delivery {
  const { time = async () => now() } = settings;
  const server = connectMailServer({ smtpUrl, mailFrom: config.mailFrom });
  const links = createLinkTokens(config);
  const unsubscribe = createUnsubscribeLinks(config);
  let pause = { ms: 0, until: 0 };
  let isClosed = false;

  // The link's token is no longer needed after delivery.
  type Outcome = Partial<Pick<MailRow, 'status' | 'next_at' | 'last_error' | 'sent_at' | 'sealed_token'>>;
  const settle = ({ id }: MailRow, outcome: Outcome) => settleOne(accounts, 'mails', id, outcome);

  async function tryMail(mail: MailRow, at: number): Promise<void> {
    const token = links.open(mail.sealed_token, mail.id);
    const spoilt = reasonNotToSend(mail, token, at);
    if (spoilt !== null) return settle(mail, { status: 'failed', last_error: spoilt });
    const attachment = await findAttachment(accounts, mail.id);
    if (attachment !== undefined && !(await isStillTheirs(accounts, attachment, mail))) {
      await deleteAttachment(accounts, mail.id);
      return settle(mail, { status: 'failed', last_error: NO_LONGER_THEIRS });
    }
    const correspondents = await findCorrespondents(accounts, mail, config.networkName);
    const envelope = {
      network: correspondents.network,
      replyTo: mail.reply_to || config.mailReplyTo,
      unsubscribeUrl: unsubscribe.linkOf(mail),
    };
    const rendered = renderMail(mail, {
      ...correspondents,
      ...envelope,
      publicUrl: config.publicUrl,
      token,
      replyTo: envelope.replyTo === config.mailFrom ? null : envelope.replyTo,
    });
    const failure = await server.deliver(mail, { ...rendered, ...envelope }, attachment ?? null);
    if (failure === null) {
      pause = { ms: 0, until: 0 };
      if (attachment !== undefined) await deleteAttachment(accounts, mail.id);
      const delivered = { status: 'sent', sent_at: await time(), last_error: '', sealed_token: null } as const;
      return settle(mail, delivered);
    }
    const reason = failure.reason.replace(/[^\s<]+@/g, '***@');
    report({ mail: mail.id, kind: mail.kind, attempts: mail.attempts, failure: failure.kind, reason });
    if (failure.kind === 'refused') {
      return settle(mail, { status: 'failed', last_error: failure.reason });
    }
    if (failure.kind === 'server') {
      const ms = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pause.ms * 2));
      pause = { ms, until: now() + ms };
      return settle(mail, { next_at: (await time()) + ms, last_error: failure.reason });
    }
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(10, mail.attempts - 1));
    return settle(mail, { next_at: (await time()) + wait, last_error: failure.reason });
  }

  const runNow = singleFlight('while it runs', async () => {
    while (!isClosed && now() >= pause.until) {
      const at = await time();
      const due = await dueIn(accounts, 'mails', at).select('id').limit(1).executeTakeFirst();
      if (due === undefined) return;
      const mail = await leaseOne(accounts, 'mails', due.id, { at, until: at + LEASE_MS });
      if (mail !== undefined) await tryMail(mail, at);
    }
  });

  const timer = setInterval(() => {
    runNow().catch((error: unknown) => report({ err: error }));
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    runNow,
    async close() {
      isClosed = true;
      clearInterval(timer);
      const patience = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS).unref());
      await Promise.race([runNow().catch(() => undefined), patience]);
      server.close();
    },
  };
}

const NO_LONGER_THEIRS = 'Not sent, because the recipient’s account has changed since the attached file was created.';

const isStillTheirs = async (accounts: AccountsDb, attachment: StoredAttachment, mail: MailRow): Promise<boolean> =>
  attachment.user_id === ''
    ? isBillingAddress(accounts, attachment.customer_id ?? '', mail.to_key)
    : isStillFor(attachment, mail);

/**
 * Returns whether the recipient still has the role, customer and address from the time when the attachment was made.
 * Otherwise the attachment is not sent, because it shows the data that the recipient could see at that time.
 */
const isStillFor = (attachment: StoredAttachment, { to_key }: MailRow): boolean =>
  attachment.current_role === attachment.role &&
  // For users who see the whole network, access depends only on the role.
  (attachment.customer_id === null || attachment.current_customer === attachment.customer_id) &&
  attachment.current_key === to_key;

function reasonNotToSend(mail: MailRow, token: string | null, at: number): string | null {
  if (mail.expires_at !== null && mail.expires_at <= at) return 'The link expired before the email could be sent.';
  if (mail.sealed_token !== null && token === null)
    return 'The link can’t be decrypted, because SESSION_SECRET has changed.';
  if (at - mail.created_at > GIVE_UP_AFTER_MS && mail.attempts > LAST_TRIES)
    return `Not delivered within three days. ${mail.last_error}`.trim();
  return null;
}

/**
 * A failed delivery. `server`: the mail server is unreachable or rejects the connection, and the mail itself is valid.
 * `later`: a temporary failure for this mail. `refused`: a permanent failure for this mail.
 */
type MailFailure = { readonly kind: 'server' | 'later' | 'refused'; readonly reason: string };

/** Timeouts of the connection. Their total is less than the lease of a mail. */
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
} as const;

/** The rendered mail with the parts of its header that depend on the installation. */
type Envelope = RenderedMail & {
  readonly network: string;
  readonly replyTo: string;
  readonly unsubscribeUrl: string | null;
};

/** Headers with which a mail program offers to unsubscribe by one click (RFC 8058). */
const unsubscribeHeaders = (url: string | null): Readonly<Record<string, string>> =>
  url === null ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

type MailServer = {
  /** Resolves with null if the mail server has accepted the mail. */
  deliver(
    mail: MailRow,
    envelope: Envelope,
    attachment: Pick<StoredAttachment, 'name' | 'type' | 'content'> | null,
  ): Promise<MailFailure | null>;
  close(): void;
};

/** Connects to the mail server given as SMTP_URL. */
function connectMailServer({ smtpUrl, mailFrom }: { smtpUrl: string } & Pick<Config, 'mailFrom'>): MailServer {
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS });
  const domain = mailFrom.slice(mailFrom.indexOf('@') + 1);
  return {
    async deliver({ id, to_email, subject, created_at }, { text, html, network, replyTo, unsubscribeUrl }, attachment) {
      try {
        await transport.sendMail({
          from: { name: network, address: mailFrom },
          to: { name: '', address: to_email },
          replyTo: { name: '', address: replyTo },
          subject,
          text,
          html,
          ...(attachment === null ? {} : { attachments: [attachmentOf(attachment)] }),
          // Every attempt uses this ID, so that mail servers can recognize a mail that was accepted before a crash.
          messageId: `<${id}@${domain}>`,
          date: new Date(created_at),
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...unsubscribeHeaders(unsubscribeUrl),
          },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        return null;
      } catch (error) {
        return failureOf(error);
      }
    },
    close: () => transport.close(),
  };
}

const attachmentOf = ({ content, name, type }: Pick<StoredAttachment, 'name' | 'type' | 'content'>) => ({
  filename: name,
  contentType: type,
  content: Buffer.from(content, 'base64'),
});

function failureOf(error: unknown): MailFailure {
  const { code, responseCode = 0, message } = error as { code?: string; responseCode?: number; message: string };
  const reason = message.replace(/[\p{C}\s]+/gu, ' ').slice(0, 300);
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (!isAboutMail || responseCode === 421 || responseCode === 503) return { kind: 'server', reason };
  return { kind: responseCode >= 500 ? 'refused' : 'later', reason };
}
