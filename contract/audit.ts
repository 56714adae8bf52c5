import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { PageQuery, SortOf, TablePage, TableQuery } from './pagination.ts';
import { AUDIT_SORTS } from './table-choices.ts';

/** One audit log entry: actor, action, target and source address (docs/threat-model.md#g6). */
export const AuditLine = Type.Object({
  /** Starts at 1, without gaps. */
  seq: Type.Integer(),
  at: Type.String(),
  /** The account's email address, or `command line`. Empty if the request was not signed in. */
  actor: Type.String(),
  /** Dotted name, such as `user.disabled`. */
  action: Type.String(),
  subject: Type.String(),
  ip: Type.String(),
  /** Changed fields, as text. */
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() })),
  /** Additional facts, as text. */
  facts: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  /** The hash of this entry, chained to all earlier entries. */
  hash: Type.String(),
});
export type AuditLine = Type.Static<typeof AuditLine>;

const AuditFilters = {
  q: PageQuery.q,
  sort: SortOf(AUDIT_SORTS),
  /** An action, or the first segment of an action to match a whole area. */
  action: Type.Optional(Type.String({ maxLength: 80, pattern: '^[a-z-]+(\\.[a-z-]+)?$' })),
  /** Calendar days in `tz`, both inclusive. */
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
  tokenScope: 'system:read',
  summary: 'List audit log entries, newest first, with search, filters and pages',
  schema: { querystring: AuditQuery, response: { 200: TablePage(AuditLine) } },
} as const satisfies Endpoint;

export const listAuditActions = {
  method: 'GET',
  url: '/audit/actions',
  allowed: 'admin',
  tokenScope: 'system:read',
  summary: 'List the actions in the audit log',
  schema: { response: { 200: Type.Object({ data: Type.Array(Type.String()) }) } },
} as const satisfies Endpoint;

export const exportAudit = {
  method: 'GET',
  url: '/audit/export',
  allowed: 'admin',
  tokenScope: 'system:read',
  summary: 'Export audit log entries as a CSV file, oldest first',
  schema: { querystring: Type.Object({ ...AuditFilters, hide: TableQuery.hide }, { additionalProperties: false }) },
  documented: { response: { 200: Type.String({ description: 'CSV file, UTF-8 with byte order mark' }) } },
} as const satisfies Endpoint;

export const AuditVerdict = Type.Object({
  entries: Type.Integer(),
  last: Type.Object({ seq: Type.Integer(), hash: Type.String() }),
  /** Ranges of entries, `from` to `to`, that were modified or are missing. Empty if the log is intact. */
  faults: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal('changed'), Type.Literal('missing')]),
      from: Type.Integer(),
      to: Type.Integer(),
    }),
  ),
});
export type AuditVerdict = Type.Static<typeof AuditVerdict>;

/** How far the audit log has been delivered to the receiver at `AUDIT_STREAM_URL`. */
export const AuditStreamStatus = Type.Object({
  state: Type.Enum(['off', 'delivering', 'failing']),
  /** Host and port. Empty if streaming is off. */
  receiver: Type.String(),
  last_delivered_at: Type.Union([Type.String(), Type.Null()]),
  /** The sequence number of the last entry that the receiver confirmed. */
  delivered_seq: Type.Integer(),
  waiting: Type.Integer(),
  failing_since: Type.Union([Type.String(), Type.Null()]),
  /** The error of the last attempt. Empty if the attempt succeeded. */
  last_error: Type.String(),
});
export type AuditStreamStatus = Type.Static<typeof AuditStreamStatus>;

export const getAuditStream = {
  method: 'GET',
  url: '/audit/stream',
  allowed: 'admin',
  tokenScope: 'system:read',
  summary: 'Get the progress of the audit stream, and whether delivery is failing',
  schema: { response: { 200: AuditStreamStatus } },
} as const satisfies Endpoint;

export const verifyAuditLog = {
  method: 'GET',
  url: '/audit/verify',
  allowed: 'admin',
  tokenScope: 'system:read',
  summary: 'Verify that no audit log entry was changed or removed',
  schema: { response: { 200: AuditVerdict } },
} as const satisfies Endpoint;
