import { v7 as newId } from 'uuid';
import { DEMO_DOMAIN } from '#domain/constants.ts';
import { emailKey } from '#domain/email.ts';
import { replaceInvisible } from '#domain/plain-text.ts';
import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createLinkTokens } from './link-token.ts';
import { insertAttachment, insertMail, type MailAttachment, type MailRow } from './mail-queries.ts';

/** What a mail says; text and HTML are made of it. Every text is plain: markup in it is shown as it stands. */
export type MailContent = {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Pairs shown as a small table, such as who, when, from where. */
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
  /** The one button. `path` lies under PUBLIC_URL and begins with a slash; a token is added to it as `?token=`. */
  readonly action?: { readonly label: string; readonly path: string };
  /** Small print under the button. */
  readonly note?: string;
};

export type MailOrder = {
  /** For whoever notes which mail it was; a new one unless given. */
  readonly id?: string;
  readonly to: string;
  /** What it is about, for the list at /admin/mail, such as `verify-email`. */
  readonly kind: string;
  readonly subject: string;
  readonly content: MailContent;
  /** A one-time token of the action's link. It is stored encrypted, and only until it ends or the mail is delivered. */
  readonly token?: { readonly value: string; readonly expiresAt: number };
  readonly replyTo?: string;
  readonly attachment?: MailAttachment;
  /** Network of the stranger who asked for this mail; counted against the limits (docs/threat-model.md#a15). */
  readonly askedFrom?: string;
};

/** Outgoing mail, as a feature sees it. */
export type Mail = {
  /** Whether there is a mail server; without one mails stay in the outbox, to be read at /admin/mail. */
  readonly isDelivered: boolean;
  /**
   * Puts a mail into the outbox. Call it with the transaction of the change it is about: both happen or neither.
   * Delivery follows by itself, soon after the commit, and is repeated until the mail server takes it.
   */
  send(accounts: AccountsDb, order: MailOrder): Promise<void>;
  /** The row that `send` would store, for whoever stores many at once. */
  rowOf(order: MailOrder): MailRow;
};

/** Whether a mail to the address can arrive anywhere: what is written to those of the demo stays in the outbox. */
export const isDeliverable = (emailKey: string): boolean => !emailKey.endsWith(DEMO_DOMAIN);

type MailSettings = {
  readonly config: Pick<Config, 'smtpUrl' | 'keys'>;
  readonly now: () => number;
};

/** The outbox of this installation. */
export function createMail({ config, now }: MailSettings): Mail {
  const links = createLinkTokens(config);
  const rowOf: Mail['rowOf'] = ({ id = newId(), to, kind, subject, content, token, replyTo = '', askedFrom = '' }) => {
    const key = emailKey(to);
    if (key === null) throw new Error('a mail needs an e-mail address');
    const isQueued = config.smtpUrl !== null && isDeliverable(key);
    return {
      id,
      kind,
      to_email: key,
      to_key: key,
      reply_to: replyTo,
      subject: oneLine(subject),
      content: JSON.stringify(content),
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

/** A subject is one line, whatever a name in it holds. */
const oneLine = (text: string): string => replaceInvisible(text, ' ').replace(/\s+/g, ' ').trim().slice(0, 200);
