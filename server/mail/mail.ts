import { v7 as newId } from 'uuid';
import { DEMO_DOMAIN } from '#domain/constants.ts';
import { emailKey } from '#domain/email.ts';
import { replaceInvisible } from '#domain/plain-text.ts';
import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createLinkTokens } from './link-token.ts';
import { insertAttachment, insertMail, type MailAttachment, type MailRow } from './mail-queries.ts';
import { type MailAbout, unsubscriberOf } from './unsubscribe-link.ts';

/**
 * A mail's content, from which text and HTML are rendered. All text is plain: any markup in it is shown literally.
 * `{network}` in a text stands for the network's name.
 */
export type MailContent = {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Pairs shown as a small table, such as author, time and address. */
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
  /**
   * The only button. `path` is relative to PUBLIC_URL and begins with a slash. The mail's token is appended as
   * `?token=`.
   */
  readonly action?: { readonly label: string; readonly path: string };
  /** Small print under the button. */
  readonly note?: string;
};

export type MailOrder = {
  /** The mail's ID, for callers that record which mail they sent. Defaults to a new ID. */
  readonly id?: string;
  readonly to: string;
  /** The kind of mail, such as `verify-email`, for the list at /admin/mail. */
  readonly kind: string;
  readonly subject: string;
  readonly content: MailContent;
  /**
   * A one-time token for the action's link. The token is stored encrypted, and only until it expires or the mail is
   * delivered.
   */
  readonly token?: { readonly value: string; readonly expiresAt: number };
  readonly replyTo?: string;
  /** The notification that this mail is, and the person or the customer whose billing address gets it. */
  readonly about?: MailAbout;
  readonly attachment?: MailAttachment;
  /**
   * The network of the anonymous client that requested this mail. The mail counts toward that network's limits
   * (docs/threat-model.md#a15).
   */
  readonly askedFrom?: string;
};

/** Outgoing mail, from a feature's point of view. */
export type Mail = {
  /** Whether there is a mail server. Without a mail server, mails stay in the outbox and can be read at /admin/mail. */
  readonly isDelivered: boolean;
  /**
   * Puts a mail into the outbox. Pass the transaction that makes the change, so that both are stored or neither is.
   * Delivery follows automatically soon after the commit, and is repeated until the mail server accepts the mail.
   */
  send(accounts: AccountsDb, order: MailOrder): Promise<void>;
  /** Returns the row that `send` would store, for callers that store many rows together. */
  rowOf(order: MailOrder): MailRow;
};

/** Returns whether a mail to the address can arrive. Mails to demo addresses stay in the outbox. */
export const isDeliverable = (emailKey: string): boolean => !emailKey.endsWith(DEMO_DOMAIN);

type MailSettings = {
  readonly config: Pick<Config, 'smtpUrl' | 'keys' | 'networkName'>;
  readonly now: () => number;
};

/** Creates the outbox for this installation. */
export function createMail({ config, now }: MailSettings): Mail {
  const links = createLinkTokens(config);
  const named = (text: string): string => text.replaceAll('{network}', () => config.networkName);
  const rowOf: Mail['rowOf'] = ({ id = newId(), to, kind, subject, content, token, about, ...order }) => {
    const { replyTo = '', askedFrom = '' } = order;
    const key = emailKey(to);
    if (key === null) throw new Error('a mail needs an e-mail address');
    const isQueued = config.smtpUrl !== null && isDeliverable(key);
    return {
      id,
      kind,
      to_email: key,
      to_key: key,
      reply_to: replyTo,
      subject: oneLine(named(subject)),
      content: JSON.stringify(content, (_, value) => (typeof value === 'string' ? named(value) : value)),
      sealed_token: token === undefined ? null : links.seal(token.value, id),
      expires_at: token?.expiresAt ?? null,
      status: isQueued ? 'queued' : 'held',
      attempts: 0,
      next_at: 0,
      leased_until: 0,
      last_error: '',
      created_at: now(),
      sent_at: null,
      asked_from: askedFrom,
      notification: about?.notification ?? '',
      unsubscriber: about === undefined ? '' : unsubscriberOf(about),
    };
  };
  return {
    isDelivered: config.smtpUrl !== null,
    rowOf,
    send: async (accounts, order) => {
      const row = rowOf(order);
      await insertMail(accounts, row);
      if (order.attachment !== undefined) await insertAttachment(accounts, row.id, order.attachment);
    },
  };
}

/** Converts a subject to a single line, even if a name in it contains line breaks. */
const oneLine = (text: string): string => replaceInvisible(text, ' ').replace(/\s+/g, ' ').trim().slice(0, 200);
