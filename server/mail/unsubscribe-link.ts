import { createHmac, timingSafeEqual } from 'node:crypto';
import { NOTIFICATION_KINDS, type NotificationKind, notificationTerms } from '#contract/notifications.ts';
import type { Config } from '../config/config.ts';
import type { Key } from '../keys/purpose-keys.ts';
import type { MailRow } from './mail-queries.ts';

/** The notification that a mail is, and the person or the customer whose billing address gets it. */
export type MailAbout = { readonly notification: NotificationKind } & (
  | { readonly userId: string }
  | { readonly customerId: string }
);

/** What an unsubscribe link stops: mails of a kind to a person, or documents to a customer's billing address. */
export type Unsubscribing = {
  readonly notification: NotificationKind;
  readonly of: 'user' | 'customer';
  readonly id: string;
};

/** Returns who can unsubscribe from a mail, as stored with it. Mails that can't be turned off have no one. */
export const unsubscriberOf = (about: MailAbout): string => {
  if (notificationTerms(about.notification).isRequired) return '';
  return 'userId' in about ? `user:${about.userId}` : `customer:${about.customerId}`;
};

/**
 * Creates and reads the links with which a recipient stops a kind of mail without signing in (RFC 8058). A signature
 * over the person and the kind prevents links for others. The link does not expire while its key is accepted, so that
 * old mails keep working.
 */
export function createUnsubscribeLinks({ keys, publicUrl }: Pick<Config, 'keys' | 'publicUrl'>) {
  const proofOf = ({ bytes }: Key, text: string) =>
    createHmac('sha256', bytes).update(`unsubscribe:${text}`).digest('base64url');
  return {
    /** Returns the link of a mail; null if no one can unsubscribe from it. */
    linkOf({ notification, unsubscriber }: Pick<MailRow, 'notification' | 'unsubscriber'>): string | null {
      if (notification === '' || unsubscriber === '') return null;
      const key = keys.current('unsubscribe-links');
      const text = `${notification}:${unsubscriber}`;
      return `${publicUrl}/api/unsubscribe?token=${text}.${key.id}.${proofOf(key, text)}`;
    },
    /** Returns what the token stops; null if it was not made here or its key is no longer accepted. */
    read(token: string): Unsubscribing | null {
      const [text = '', keyId = '', proof = ''] = token.split('.');
      const key = keys.find('unsubscribe-links', keyId);
      if (key === null) return null;
      const [sent, own] = [Buffer.from(proof), Buffer.from(proofOf(key, text))];
      if (sent.length !== own.length || !timingSafeEqual(sent, own)) return null;
      const [notification = '', of, id = ''] = text.split(':');
      if (!(notification in NOTIFICATION_KINDS) || (of !== 'user' && of !== 'customer')) return null;
      return { notification: notification as NotificationKind, of, id };
    },
  };
}
