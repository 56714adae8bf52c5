import * as Type from 'typebox';
import { Failure } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { SortOf, TablePage, TableQuery } from './pagination.ts';
import { MAIL_SORTS, MAIL_STATUSES } from './table-choices.ts';

const MailFields = {
  id: Type.String(),
  /** The kind of mail, such as `verify-email`. */
  kind: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  status: Type.Enum([...MAIL_STATUSES]),
  /** Number of delivery attempts. */
  tries: Type.Integer(),
  created_at: Type.String(),
  sent_at: Type.Union([Type.String(), Type.Null()]),
  /** The error of the last attempt. Empty if the attempt succeeded. */
  failure: Type.String(),
};

export const OutboxEntry = Type.Object(MailFields);
export type OutboxEntry = Type.Static<typeof OutboxEntry>;

export const OutboxMail = Type.Object({
  ...MailFields,
  text: Type.String(),
  html: Type.String(),
  /** Whether the mail may be sent now: it failed or was held, and its link has not expired. */
  can_retry: Type.Boolean(),
});
export type OutboxMail = Type.Static<typeof OutboxMail>;

export const OutboxPage = Type.Object({ ...TablePage(OutboxEntry).properties, has_mail_server: Type.Boolean() });
export type OutboxPage = Type.Static<typeof OutboxPage>;

export const listMails = {
  method: 'GET',
  url: '/admin/mail',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'List outgoing emails: all of them for administrators, its own for a demo account',
  schema: {
    querystring: Type.Object(
      {
        ...TableQuery,
        status: Type.Optional(Type.Enum([...MAIL_STATUSES])),
        sort: SortOf(MAIL_SORTS),
      },
      { additionalProperties: false },
    ),
    response: { 200: OutboxPage, 403: Failure },
  },
} as const satisfies Endpoint;

const MailId = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }) });

export const getMail = {
  method: 'GET',
  url: '/admin/mail/:id',
  allowed: 'session',
  tokenScope: 'none',
  summary: 'Get an outgoing email; one-time links that only the recipient may use are omitted',
  schema: { params: MailId, response: { 200: OutboxMail, 403: Failure, 404: Failure } },
} as const satisfies Endpoint;

export const retryMail = {
  method: 'POST',
  url: '/admin/mail/:id/retry',
  allowed: 'admin',
  tokenScope: 'none',
  summary: 'Send an email that failed or was held',
  schema: { params: MailId, response: { 200: OutboxMail } },
} as const satisfies Endpoint;
