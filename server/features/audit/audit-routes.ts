import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type AuditLine,
  exportAudit,
  getAuditStream,
  listAudit,
  listAuditActions,
  verifyAuditLog,
} from '#contract/audit.ts';
import { addDays, isCalendarDate } from '#domain/calendar-date.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { isTimeZone, startOfDate } from '#domain/zoned-day.ts';
import { verifyAudit } from '../../audit/verify-audit.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { showAuditStream } from '../../audit-stream/show-audit-stream.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { exportColumns } from '../../exports/export-columns.ts';
import { sendCsv } from '../../exports/send-csv.ts';
import { shownColumns } from '../../exports/send-table.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import {
  type AuditFilter,
  type AuditRow,
  countEntries,
  findActions,
  findEntries,
  findEntriesAfter,
} from './audit-queries.ts';

/** Converts a stored value to text. Objects become JSON, and missing values become an empty string. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const isChange = (value: unknown): value is { before: unknown; after: unknown } =>
  typeof value === 'object' && value !== null && 'before' in value && 'after' in value;

/**
 * Converts a stored name to snake case. Entries written by earlier versions contain names such as `sessionsEnded`.
 * Entries are hashed, so only their presentation changes.
 */
const nameOf = (stored: string): string => stored.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** Builds an entry as administrators read it: the changes and the other details. */
function auditLine({ seq, at, actor, action, subject, ip, detail, hash }: AuditRow): AuditLine {
  const stored = Object.entries(JSON.parse(detail) as Record<string, unknown>);
  const entries = stored.map(([name, value]) => [nameOf(name), value] as const);
  return {
    seq,
    actor,
    action,
    subject,
    ip,
    hash,
    at: new Date(at).toISOString(),
    changes: entries.flatMap(([field, value]) =>
      isChange(value) ? [{ field, before: textOf(value.before), after: textOf(value.after) }] : [],
    ),
    facts: entries.flatMap(([name, value]) => (isChange(value) ? [] : [{ name, value: textOf(value) }])),
  };
}

/** Rate limit for checks of the log. Each check reads the entire log, so a few per minute are enough. */
const CHECKS = { rateLimit: { max: 20, timeWindow: MINUTE_MS } } as const;
const AT_ONCE = 1_000;

/** Registers the routes for the audit log, for administrators (docs/threat-model.md#g6). */
export function auditRoutes({ accounts, config, now }: Pick<Dependencies, 'accounts' | 'config' | 'now'>) {
  const filterOf = (asked: Asked, request: FastifyRequest): AuditFilter => ({
    ...filterIn(asked, config.networkTimeZone),
    isVisit: isVisit(request),
  });
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listAudit, async (request) => {
      const { query } = request;
      const { page, limit, offset } = readPage(query);
      const filter = filterOf(query, request);
      const rows = await findEntries(accounts, filter, readSort(query.sort ?? '-at'), { limit, offset });
      return { data: rows.map(auditLine), total: await countEntries(accounts, filter), page, limit };
    });

    addRoute(app, getAuditStream, async (request) => {
      const state = await showAuditStream(accounts, config.auditStream);
      const { receiver, deliveredAt, deliveredSeq, waiting, failingSince, lastError } = state;
      // Demo visitors see nothing of the operator's network.
      const isHidden = receiver === null || isVisit(request);
      return {
        state: isHidden ? 'off' : failingSince === null ? 'delivering' : 'failing',
        receiver: isHidden ? '' : receiver,
        last_delivered_at: deliveredAt === null ? null : new Date(deliveredAt).toISOString(),
        delivered_seq: deliveredSeq,
        waiting: isHidden ? 0 : waiting,
        failing_since: failingSince === null ? null : new Date(failingSince).toISOString(),
        last_error: isHidden ? '' : lastError,
      };
    });

    addRoute(app, listAuditActions, async () => ({ data: await findActions(accounts) }));

    addRoute(
      app,
      exportAudit,
      async (request, reply) => {
        const columns = shownColumns(COLUMNS, request.query.hide);
        const filter = filterOf(request.query, request);
        const rows = await countEntries(accounts, filter);
        const { isVisit: _, ...asked } = filter;
        const entry = { at: now(), action: 'audit.exported', subject: 'audit log', detail: { ...asked, rows } };
        await writeAudit(accounts, { ...authorOf(request), ...entry });
        return sendCsv(reply, 'voltboard-audit.csv', columns, allEntries(accounts, filter));
      },
      { isExport: true },
    );

    addRoute(
      app,
      verifyAuditLog,
      async (request) => {
        const { entries, last, faults } = await verifyAudit(accounts);
        const hash = isVisit(request) ? '' : last.hash;
        return { entries, last: { seq: last.seq, hash }, faults: faults.map((fault) => ({ ...fault })) };
      },
      CHECKS,
    );
  };
}

type Asked = { q?: string; action?: string; from?: string; to?: string; tz?: string };

/** Parses the filter. Days begin in the requested time zone, by default the network's. The last day is included. */
function filterIn({ q = '', action, from, to, tz }: Asked, networkTimeZone: string): Omit<AuditFilter, 'isVisit'> {
  const zone = tz ?? networkTimeZone;
  if (!isTimeZone(zone)) throw new AppError('invalid', `'${zone}' is not a time zone.`);
  const dayOf = (day: string | undefined, plusDays: number): number | undefined => {
    if (day === undefined) return undefined;
    if (!isCalendarDate(day)) throw new AppError('invalid', `'${day}' is not a valid date.`);
    return startOfDate(addDays(day, plusDays), zone);
  };
  return { q, action, from: dayOf(from, 0), to: dayOf(to, 1) };
}

const COLUMNS = exportColumns<'audit', AuditRow>('audit', {
  number: ({ seq }) => seq,
  time: ({ at }) => new Date(at).toISOString(),
  who: ({ actor }) => actor,
  action: ({ action }) => action,
  to: ({ subject }) => subject,
  from_address: ({ ip }) => ip,
  detail: ({ detail }) => detail,
  hash: ({ hash }) => hash,
});

async function* allEntries(accounts: AccountsDb, filter: AuditFilter): AsyncGenerator<AuditRow> {
  for (let seq = 0; ; ) {
    const rows = await findEntriesAfter(accounts, filter, seq, AT_ONCE);
    yield* rows;
    if (rows.length < AT_ONCE) return;
    seq = rows.at(-1)?.seq ?? seq;
  }
}
