import * as Type from 'typebox';
import { Cursor, type Role, RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';

type KindTerms = {
  /** The roles whose users get it. */
  readonly roles: readonly Role[];
  /**
   * Channels of a user who has chosen nothing. `always`: the organization sees it under Alerts. `inApp` is absent if the
   * kind never appears in the app.
   */
  readonly inApp?: boolean | 'always';
  readonly mail: boolean;
  /** Whether its matter is in the list To do anyway, so that the list does not have it twice. */
  readonly isInTodo?: true;
  /** Whether its emails protect the account, so that they can't be turned off. */
  readonly isRequired?: true;
  readonly label: string;
  readonly hint: string;
};

const BOTH = { inApp: true, mail: true } as const;

/**
 * Everything that the product notifies people about, in the order of the preferences screen. Recipients, default
 * channels, the preferences and the unsubscribe links derive from it.
 */
export const NOTIFICATION_KINDS = {
  flight_submitted: {
    ...BOTH,
    isInTodo: true,
    roles: ['admin'],
    label: 'Flights to review',
    hint: 'An advertiser submits a flight, or a change to an approved one.',
  },
  flight_approved: { ...BOTH, roles: ['advertiser'], label: 'Flight approved', hint: 'Your flight may run.' },
  flight_returned: {
    ...BOTH,
    isInTodo: true,
    roles: ['advertiser'],
    label: 'Flight returned',
    hint: 'An administrator asks for changes and says why.',
  },
  change_decided: {
    ...BOTH,
    roles: ['advertiser'],
    label: 'Change decided',
    hint: 'A change to an approved flight is approved or declined.',
  },
  creative_refused: {
    ...BOTH,
    roles: ['advertiser'],
    label: 'Creative refused',
    hint: 'A property doesn’t show one of your creatives.',
  },
  flight_ending: {
    inApp: 'always',
    mail: true,
    roles: ['advertiser'],
    label: 'Flight about to end',
    hint: 'A flight ends within a day, or its budget is almost spent.',
  },
  document_final: {
    ...BOTH,
    roles: ['property', 'advertiser'],
    label: 'Document final',
    hint: 'A statement or invoice is final. The email has it as a PDF.',
  },
  invoice_overdue: {
    ...BOTH,
    isInTodo: true,
    roles: ['advertiser'],
    label: 'Invoice overdue',
    hint: 'A payment reminder for an invoice that is past its due date.',
  },
  payout_sent: { ...BOTH, roles: ['property'], label: 'Payout sent', hint: 'A payout to you is on its way.' },
  payout_returned: {
    ...BOTH,
    roles: ['property'],
    label: 'Payout returned',
    hint: 'A payout could not be delivered. Check your payout account.',
  },
  refund_sent: { ...BOTH, roles: ['advertiser'], label: 'Refund sent', hint: 'A refund to you is on its way.' },
  dispute_raised: {
    ...BOTH,
    isInTodo: true,
    roles: ['admin'],
    label: 'New dispute',
    hint: 'A customer disputes invalid traffic.',
  },
  dispute_decided: {
    ...BOTH,
    roles: ['property', 'advertiser'],
    label: 'Dispute decided',
    hint: 'Your dispute of invalid traffic is accepted or declined.',
  },
  alert: {
    inApp: 'always',
    mail: true,
    roles: ['admin', 'property', 'advertiser'],
    label: 'Alerts',
    hint: 'Problems of your organization’s outlets and flights, or of the installation.',
  },
  report: {
    mail: true,
    roles: ['admin', 'property', 'advertiser', ''],
    label: 'Scheduled reports',
    hint: 'Reports that you or a colleague scheduled for you.',
  },
  security: {
    mail: true,
    isRequired: true,
    roles: ['admin', 'property', 'advertiser', 'unassigned', ''],
    label: 'Sign-in and payout account',
    hint: 'Changes of your password, second factor, API tokens or payout account.',
  },
} as const satisfies Readonly<Record<string, KindTerms>>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;
const ALL = Object.keys(NOTIFICATION_KINDS) as NotificationKind[];
const Kind = Type.Unsafe<NotificationKind>(Type.Enum(ALL));

/** Returns a kind's terms with the optional ones. */
export const notificationTerms = (kind: NotificationKind): KindTerms => NOTIFICATION_KINDS[kind];

/** The kinds whose matter is in the list To do in a group of its own. */
export const KINDS_IN_TODO: readonly NotificationKind[] = ALL.filter((kind) => notificationTerms(kind).isInTodo);

/** Returns the kinds that users with the role get. */
export const notificationKindsOf = (role: Role): NotificationKind[] =>
  ALL.filter((kind) => notificationTerms(kind).roles.includes(role));

export const Notification = Type.Object({
  id: Type.String(),
  kind: Kind,
  title: Type.String(),
  /** One line with the reason or the amount; '' if there is none. */
  detail: Type.String(),
  /** Path to the screen with details. */
  path: Type.String(),
  at: Type.String(),
  read: Type.Boolean(),
});
export type Notification = Type.Static<typeof Notification>;

/** Notifications on one page. */
export const NOTIFICATIONS_PAGE = 20;

export const listNotifications = {
  method: 'GET',
  url: '/notifications',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'List your notifications, newest first',
  schema: {
    querystring: Type.Object({ cursor: Type.Optional(Cursor) }, { additionalProperties: false }),
    response: {
      200: Type.Object({
        unread: Type.Integer(),
        data: Type.Array(Notification),
        next_cursor: Type.Union([Type.String(), Type.Null()]),
      }),
    },
  },
} as const satisfies Endpoint;

export const readNotifications = {
  method: 'POST',
  url: '/notifications/read',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Mark one of your notifications, or all of them, as read',
  schema: {
    body: Type.Object({ id: Type.Optional(RowId) }, { additionalProperties: false }),
    response: { 200: Type.Object({ unread: Type.Integer() }) },
  },
} as const satisfies Endpoint;

const Choice = Type.Object({
  kind: Kind,
  /** Null if there is no choice in the app. */
  in_app: Type.Union([Type.Boolean(), Type.Null()]),
  mail: Type.Boolean(),
  /** Whether its emails can't be turned off. */
  required: Type.Boolean(),
});
export type NotificationChoice = Type.Static<typeof Choice>;
const Choices = Type.Object({ data: Type.Array(Choice) });

export const getNotificationChoices = {
  method: 'GET',
  url: '/account/notifications',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Get what you are notified about, and how',
  schema: { response: { 200: Choices } },
} as const satisfies Endpoint;

export const setNotificationChoice = {
  method: 'PUT',
  url: '/account/notifications',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Choose how you are notified about one kind of event; absent fields do not change',
  schema: {
    body: Type.Object(
      { kind: Kind, in_app: Type.Optional(Type.Boolean()), mail: Type.Optional(Type.Boolean()) },
      { additionalProperties: false },
    ),
    response: { 200: Choices },
  },
} as const satisfies Endpoint;

const UnsubscribeQuery = Type.Object(
  { token: Type.String({ minLength: 20, maxLength: 300, pattern: '^[A-Za-z0-9._:-]+$' }) },
  { additionalProperties: false },
);

/** Public, because mail programs prefetch links without a session. Only shows a page with a button. */
export const showUnsubscribe = {
  method: 'GET',
  url: '/unsubscribe',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Show the page that asks whether to stop a kind of email; changes nothing',
  schema: { querystring: UnsubscribeQuery },
  documented: { response: { 200: Type.String({ description: 'HTML page' }) } },
} as const satisfies Endpoint;

/** Public, because a mail program sends it without a session (RFC 8058). The token names the person and the kind. */
export const unsubscribe = {
  method: 'POST',
  url: '/unsubscribe',
  allowed: 'anyone',
  tokenScope: 'none',
  summary: 'Stop a kind of email with the link of such an email (RFC 8058)',
  schema: { querystring: UnsubscribeQuery },
  documented: {
    body: Type.String({ description: 'List-Unsubscribe=One-Click; its content is ignored' }),
    consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    response: { 200: Type.String({ description: 'HTML page' }) },
  },
} as const satisfies Endpoint;
