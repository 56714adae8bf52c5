import { v7 as newId } from 'uuid';
import { type NotificationKind, notificationTerms } from '#contract/notifications.ts';
import { DAY_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Mail, MailContent } from '../mail/mail.ts';
import type { MailAttachment } from '../mail/mail-queries.ts';
import * as queries from './notifications-queries.ts';

/** How long notifications are kept, as mails are. */
const KEPT_MS = 90 * DAY_MS;

/** A decision or an event that people are notified about. */
export type News = {
  readonly kind: NotificationKind;
  /** Identifies the event. A person is notified once per cause, however often the cause is published. */
  readonly cause: string;
  /** The organization whose users are notified; null for the administrators. */
  readonly customerId: string | null;
  /** Title in the app, and subject and heading of the mail. */
  readonly title: string;
  /** One line below the title in the app. */
  readonly detail?: string;
  readonly content: Omit<MailContent, 'heading'> & { readonly action: NonNullable<MailContent['action']> };
  /** The word of the mail at /admin/mail, if it is not the kind. */
  readonly mailKind?: string;
  readonly attachment?: Omit<MailAttachment, 'reader'>;
};

type Needs = { readonly mail: Mail; readonly now: () => number };

/**
 * Notifies an organization's users in the app and by mail, as each of them chose. Pass the transaction that makes the
 * change, so that both are stored or neither is. Users who can't sign in or have another role get nothing.
 */
export async function notify(tx: AccountsDb, { mail, now }: Needs, news: News): Promise<void> {
  const { kind, cause, customerId, title, detail = '', content, mailKind = kind, attachment } = news;
  const { roles } = notificationTerms(kind);
  const people = (await queries.findRecipients(tx, customerId)).filter(({ role }) =>
    (roles as readonly string[]).includes(role),
  );
  if (people.length === 0) return;
  const channelsOf = await readChannels(
    tx,
    kind,
    people.map(({ id }) => id),
  );
  const at = now();
  const rows = people.map(({ id }) => ({
    id: newId(),
    user_id: id,
    customer_id: customerId,
    kind,
    cause,
    title,
    detail,
    path: content.action.path,
    in_app: channelsOf(id).inApp ? (1 as const) : (0 as const),
    created_at: at,
    read_at: null,
  }));
  const first = await queries.insertNotifications(tx, rows);
  for (const { id: userId, email, role } of people) {
    if (!first.has(userId) || !channelsOf(userId).mail) continue;
    await mail.send(tx, {
      to: email,
      kind: mailKind,
      subject: title,
      content: { heading: title, ...content },
      about: { notification: kind, userId },
      ...(attachment === undefined ? {} : { attachment: { ...attachment, reader: { userId, role, customerId } } }),
    });
  }
}

type Channels = { readonly inApp: boolean; readonly mail: boolean };

/** Reads what people chose for a kind. Returns a function that has the defaults for everyone else. */
export async function readChannels(
  accounts: AccountsDb,
  kind: NotificationKind,
  userIds: readonly string[],
): Promise<(userId: string) => Channels> {
  const { inApp: byDefault, mail, isRequired = false } = notificationTerms(kind);
  const inApp = byDefault === true;
  const choices = userIds.length === 0 ? new Map() : await queries.findChoices(accounts, kind, userIds);
  return (userId) => {
    const own: queries.ChoiceRow | undefined = choices.get(userId);
    if (own === undefined || isRequired) return { inApp, mail };
    return { inApp: inApp && own.in_app === 1, mail: own.mail === 1 };
  };
}

/** Deletes notifications older than the retention period. */
export const forgetNotifications = (accounts: AccountsDb, nowMs: number): Promise<void> =>
  queries.deleteNotificationsBefore(accounts, nowMs - KEPT_MS);
