import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { MESSAGE_FOLDERS, MESSAGE_SORTS } from './table-choices.ts';
import { PageQuery, SortOf } from './table-page.ts';

/** Longest texts of the contact form; the form lets no more be typed. */
export const CONTACT_LENGTHS = { name: 120, email: 254, message: 5_000 } as const;

/** One line: a line break in a name or an address is an attempt at a mail header (docs/threat-model.md#i14). */
const Line = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\r\\n]*$' });

/** The form has no validation (docs/specification.md#validation); the server only refuses a message without any text. */
export const ContactRequest = Type.Object(
  {
    name: Line(CONTACT_LENGTHS.name),
    email: Line(CONTACT_LENGTHS.email),
    message: Type.String({ maxLength: CONTACT_LENGTHS.message }),
    /** A field that no person sees: what fills it is a program, and its message is dropped. */
    website: Type.Optional(Type.String({ maxLength: 2_000 })),
  },
  { additionalProperties: false },
);
export type ContactRequest = Type.Static<typeof ContactRequest>;

export const sendContactMessage = {
  method: 'POST',
  url: '/contact',
  allowed: 'session',
  summary: 'Send a message to the administrators',
  schema: { body: ContactRequest, response: { 200: Type.Object({ status: Type.Boolean() }) } },
} as const satisfies Endpoint;

const Instant = Type.Union([Type.String(), Type.Null()]);

export const ContactMessage = Type.Object({
  id: Type.String(),
  /** As typed into the form. */
  name: Type.String(),
  email: Type.String(),
  message: Type.String(),
  sent_at: Type.String(),
  /** The account that sent it, which the form cannot fake. */
  account: Type.String(),
  /** Name of the account's customer; empty without one. */
  customer: Type.String(),
  read_at: Instant,
  deleted_at: Instant,
});
export type ContactMessage = Type.Static<typeof ContactMessage>;

export type MessageFolder = (typeof MESSAGE_FOLDERS)[number];

export const MessageList = Type.Object({
  data: Type.Array(ContactMessage),
  /** Messages that match, on all pages. */
  total: Type.Integer(),
  page: Type.Integer(),
  limit: Type.Integer(),
  /** Messages that nobody has read, whatever was searched for. */
  unread: Type.Integer(),
});
export type MessageList = Type.Static<typeof MessageList>;

export const listMessages = {
  method: 'GET',
  url: '/admin/messages',
  allowed: 'admin',
  summary: 'Messages of the contact form, newest first',
  schema: {
    querystring: Type.Object(
      {
        ...PageQuery,
        /** `q` is a part of name, address or text, whatever its case. */
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
  summary: 'One message of the contact form',
  schema: { params: MessageId, response: { 200: ContactMessage } },
} as const satisfies Endpoint;

/** What an administrator does with a message; the same once more changes nothing. */
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
  summary: 'Mark a message as read or unread, delete or restore it',
  schema: {
    params: MessageId,
    body: Type.Object({ action: MessageAction }, { additionalProperties: false }),
    response: { 200: ContactMessage },
  },
} as const satisfies Endpoint;
