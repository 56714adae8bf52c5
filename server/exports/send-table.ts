import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeAudit } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { formatOf } from '../http/add-route.ts';
import { AppError } from '../http/app-error.ts';
import { authorOf } from '../http/author-of.ts';
import { readPage } from '../http/read-page.ts';
import { inPages } from './in-pages.ts';
import { type ExportColumn, sendCsv } from './send-csv.ts';

/** Whether a request for a table asks for its file (`TableQuery`). */
const isFile = (request: FastifyRequest): boolean => formatOf(request) === 'csv';

/** Limits of a route whose table is also available as a file. */
export const TABLE_LIMITS = { isExport: isFile } as const;

/** Returns the columns without the hidden ones. Throws `invalid` if no column is left. */
export function shownColumns<Row>(columns: readonly ExportColumn<Row>[], hide = ''): readonly ExportColumn<Row>[] {
  const hidden = new Set(hide.split(','));
  const shown = columns.filter((column) => !hidden.has(column.name));
  if (shown.length === 0) throw new AppError('invalid', 'All columns are hidden. Leave out a name in `hide`.');
  return shown;
}

type Needs = { readonly accounts: AccountsDb; readonly now: () => number };
type Exported<Row> = {
  /** Names the table in the audit log and, with hyphens, the file. */
  readonly name: string;
  /** Named like the columns on the screen, so that a hidden column can be left out. */
  readonly columns: readonly ExportColumn<Row>[];
  /** Number of rows. */
  readonly total: number;
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
};

/**
 * Sends all rows of a table that match as a CSV file, without the hidden columns, and writes an audit entry. Throws
 * `invalid` if no column is left.
 */
export async function sendTable<Row>(
  { accounts, now }: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  { columns, name, rows, total }: Exported<Row>,
): Promise<FastifyReply> {
  const { hide = '' } = request.query as { readonly hide?: string };
  const shown = shownColumns(columns, hide);
  const detail = { rows: total, ...(shown.length === columns.length ? {} : { hidden: hide }) };
  const entry = { at: now(), action: 'table.exported', subject: name, detail } as const;
  await writeAudit(accounts, { ...authorOf(request), ...entry });
  return sendCsv(reply, `voltboard-${name.replaceAll(' ', '-')}.csv`, shown, rows);
}

type Table<Row, More> = Omit<Exported<Row>, 'rows'> & {
  readonly find: (at: { readonly limit: number; readonly offset: number }) => Promise<Row[]>;
  /** More fields of the page's response, such as `totals`. The file does not contain them. */
  readonly more?: More;
};

/** Answers with the requested page of a table, or with all its rows as a file (`sendTable`). */
export async function answerTable<Row, More extends object = Record<never, never>>(
  needs: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  { find, more, ...table }: Table<Row, More>,
) {
  if (isFile(request)) return sendTable(needs, request, reply, { ...table, rows: inPages(find) });
  const { page, limit, offset } = readPage(request.query as { page?: string; limit?: string });
  return { data: await find({ limit, offset }), total: table.total, page, limit, ...(more as More) };
}
