import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { AUDIT_SORTS } from './table-choices.ts';
import { PageQuery, SortOf, TablePage } from './table-page.ts';

/** One entry of the audit log: who did what, to whom, from where (docs/threat-model.md#g6). */
export const AuditLine = Type.Object({
  /** Counts from 1 without gaps. */
  seq: Type.Integer(),
  at: Type.String(),
  /** E-mail of the account, or `command line`; empty where nobody was signed in. */
  actor: Type.String(),
  /** Dotted, such as `user.disabled`. */
  action: Type.String(),
  subject: Type.String(),
  ip: Type.String(),
  /** What changed, as texts. */
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() })),
  /** Other facts, as texts. */
  facts: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  /** Over this entry and all before it. */
  hash: Type.String(),
});
export type AuditLine = Type.Static<typeof AuditLine>;

const AuditFilters = {
  q: PageQuery.q,
  sort: SortOf(AUDIT_SORTS),
  /** An action, or its first word for all of an area. */
  action: Type.Optional(Type.String({ maxLength: 80, pattern: '^[a-z-]+(\\.[a-z-]+)?$' })),
  /** Calendar days in `tz`, both included. */
  from: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  to: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  tz: Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_+/-]+$' })),
} as const;

const AuditQuery = Type.Object({ ...PageQuery, ...AuditFilters }, { additionalProperties: false });
export type AuditQuery = Type.Static<typeof AuditQuery>;

export const listAudit = {
  method: 'GET',
  url: '/audit',
  allowed: 'admin',
  summary: 'The audit log, newest first, searched, filtered and cut into pages',
  schema: { querystring: AuditQuery, response: { 200: TablePage(AuditLine) } },
} as const satisfies Endpoint;

export const listAuditActions = {
  method: 'GET',
  url: '/audit/actions',
  allowed: 'admin',
  summary: 'The actions that the audit log has entries of',
  schema: { response: { 200: Type.Object({ data: Type.Array(Type.String()) }) } },
} as const satisfies Endpoint;

export const exportAudit = {
  method: 'GET',
  url: '/audit/export',
  allowed: 'admin',
  summary: 'The same entries as a CSV file, oldest first',
  schema: { querystring: Type.Object(AuditFilters, { additionalProperties: false }) },
  documented: { response: { 200: Type.String({ description: 'CSV file, UTF-8 with byte order mark' }) } },
} as const satisfies Endpoint;

export const AuditVerdict = Type.Object({
  entries: Type.Integer(),
  last: Type.Object({ seq: Type.Integer(), hash: Type.String() }),
  /** Entries `from` to `to` that were changed or are missing; empty where all is as it was written. */
  faults: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal('changed'), Type.Literal('missing')]),
      from: Type.Integer(),
      to: Type.Integer(),
    }),
  ),
});
export type AuditVerdict = Type.Static<typeof AuditVerdict>;

export const verifyAuditLog = {
  method: 'GET',
  url: '/audit/verify',
  allowed: 'admin',
  summary: 'Whether any entry was changed or taken out since it was written',
  schema: { response: { 200: AuditVerdict } },
} as const satisfies Endpoint;
