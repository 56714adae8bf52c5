import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { SortOf, TableQuery } from './pagination.ts';
import { MESSAGE_FOLDERS, MESSAGE_SORTS } from './table-choices.ts';

/** Maximum text lengths in the contact form. The form enforces them while the user types. */
export const CONTACT_LENGTHS = { name: 120, email: 254, message: 5_000 } as const;

/**
 * Returns a schema for a single line. A line break in a name or address is an attempt to inject a mail header
 * (docs/threat-model.md#i14).
 */
const Line = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\r\\n]*$' });

/**
 * The form has no validation (docs/specification.md#validation). The server only rejects a message without any text.
 */
export const ContactRequest = Type.Object(
  {
    name: Line(CONTACT_LENGTHS.name),
    email: Line(CONTACT_LENGTHS.email),
    message: Type.String({ maxLength: CONTACT_LENGTHS.message }),
    /**
     * Honeypot: a hidden field. If the field has a value, a program sent the form, and the server drops the message.
     */
    website: Type.Optional(Type.String({ maxLength: 2_000 })),
  },
  { additionalProperties: false },
);
export type ContactRequest = Type.Static<typeof ContactRequest>;

export const sendContactMessage = {
  method: 'POST',
  url: '/contact',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Send a message to the administrators',
  schema: { body: ContactRequest, response: { 200: Type.Object({ status: Type.Boolean() }) } },
} as const satisfies Endpoint;

const Instant = Type.Union([Type.String(), Type.Null()]);

export const ContactMessage = Type.Object({
  id: Type.String(),
  /** As entered in the form. */
  name: Type.String(),
  email: Type.String(),
  message: Type.String(),
  sent_at: Type.String(),
  /** The account that sent the message. A sender cannot forge this field. */
  account: Type.String(),
  /** The name of the account's customer. Empty if there is none. */
  customer: Type.String(),
  read_at: Instant,
  deleted_at: Instant,
});
export type ContactMessage = Type.Static<typeof ContactMessage>;

export type MessageFolder = (typeof MESSAGE_FOLDERS)[number];

export const MessageList = Type.Object({
  data: Type.Array(ContactMessage),
  /** Number of matching messages on all pages. */
  total: Type.Integer(),
  page: Type.Integer(),
  limit: Type.Integer(),
  /** Number of unread messages, regardless of the search. */
  unread: Type.Integer(),
});
export type MessageList = Type.Static<typeof MessageList>;

export const listMessages = {
  method: 'GET',
  url: '/admin/messages',
  allowed: 'admin',
  tokenScope: 'system:read',
  summary: 'List messages from the contact form, newest first, or export them as CSV',
  schema: {
    querystring: Type.Object(
      {
        ...TableQuery,
        /** `q` matches part of the name, address or text, ignoring case. */
        folder: Type.Optional(Type.Enum([...MESSAGE_FOLDERS])),
        sort: SortOf(MESSAGE_SORTS),
      },
      { additionalProperties: false },
    ),
    response: { 200: MessageList },
  },
} as const satisfies Endpoint;

const MessageId = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }) });

export const getMessage = {
  method: 'GET',
  url: '/admin/messages/:id',
  allowed: 'admin',
  tokenScope: 'system:read',
  summary: 'Get a message from the contact form',
  schema: { params: MessageId, response: { 200: ContactMessage } },
} as const satisfies Endpoint;

/** An administrator's action on a message. All actions are idempotent. */
export const MessageAction = Type.Union([
  Type.Literal('read'),
  Type.Literal('unread'),
  Type.Literal('delete'),
  Type.Literal('restore'),
]);
export type MessageAction = Type.Static<typeof MessageAction>;

export const changeMessage = {
  method: 'PUT',
  url: '/admin/messages/:id',
  allowed: 'admin',
  tokenScope: 'system:write',
  summary: 'Mark a message as read or unread, or delete or restore it',
  schema: {
    params: MessageId,
    body: Type.Object({ action: MessageAction }, { additionalProperties: false }),
    response: { 200: ContactMessage },
  },
} as const satisfies Endpoint;
