import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type DocumentLine,
  getDocument,
  getDocumentCsv,
  getDocumentEvents,
  getDocumentLines,
  getDocumentPdf,
  LINE_EVENTS_AT_ONCE,
  listDocuments,
  listLineEvents,
  type DocumentRow as ShownDocument,
} from '#contract/documents.ts';
import { INVALID_REASONS } from '#contract/ingest.ts';
import { getOwnMoney } from '#contract/own-balance.ts';
import { DOCUMENT_TITLES } from '#domain/document-titles.ts';
import { knownSecond } from '#domain/known-second.ts';
import { exactDollars } from '#domain/money.ts';
import type { Scope } from '#domain/role.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { numberText } from '../../billing/document-words.ts';
import { type DocumentRow, findLines } from '../../billing/drafts-queries.ts';
import { hashLines, lineText } from '../../billing/line-file.ts';
import { findPrinted, readLines } from '../../billing/printed-lines.ts';
import { settleCustomers, standingIn } from '../../billing/settle-customers.ts';
import { findUnbilled, kindOf, type UnbilledDocument, unbilledDocuments } from '../../billing/unbilled-documents.ts';
import type { DocumentKind } from '../../databases/accounts/ledger-tables.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type ExportColumn, sendCsv } from '../../exports/send-csv.ts';
import { sendNdjson } from '../../exports/send-ndjson.ts';
import { answerTable, TABLE_LIMITS } from '../../exports/send-table.ts';
import { scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { readKnownOn } from '../../http/read-known-on.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { NetworkCustomer } from '../../network/snapshot/network-parts.ts';
import { documentEvents, type ShownEvent } from './document-events.ts';
import { countLines, findFinalDocument, findFinalDocuments, NEWEST, sumFinalDocuments } from './documents-queries.ts';
import { readLineEvents } from './line-events.ts';
import { drawFinal } from './mail-documents.ts';
import { findOwnMoney } from './own-money.ts';
import { showFinal, showLine, showUnbilled, sumOf } from './show-document.ts';

/** Which documents of unfinished months to find. */
type Wanted = {
  readonly scope: Scope;
  readonly customerKey: number | null;
  readonly kind: DocumentKind | undefined;
  readonly month: string | undefined;
  readonly knownOn: number | null;
  readonly q: string;
};

/** The columns of the file of a list, named like those on the screen. */
const LIST_COLUMNS: readonly ExportColumn<ShownDocument>[] = [
  { name: 'month', value: ({ month }) => month },
  { name: 'customer', value: ({ customer }) => customer.name },
  { name: 'document', value: ({ title }) => DOCUMENT_TITLES[title] },
  { name: 'number', value: ({ number }) => number },
  { name: 'total', value: ({ total }) => total },
  { name: 'paid', value: ({ paid }) => paid },
  { name: 'currency', value: ({ currency }) => currency },
  { name: 'state', value: ({ payment, state }) => payment ?? state },
  { name: 'final_at', value: ({ final_at: at }) => at },
  { name: 'due_at', value: ({ due_at: at }) => at },
];

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'events' | 'figures' | 'now'>;

const DEFAULT_LINES = 1_000;
/** Maximum number of concurrent drawings, and maximum length of the queue. */
const QUEUE = { atOnce: 1, waiting: 8 } as const;
const RETRY_SECONDS = 3;

/**
 * Registers the routes for statements and invoices. Final documents are stored; documents for unfinished months are
 * computed as of now.
 */
export function documentRoutes(needs: Needs) {
  const { accounts, config, figures, now } = needs;
  const semaphore = createSemaphore(QUEUE);

  const knownOnOf = (text: string | undefined) => readKnownOn(text, config.networkTimeZone, now());
  const filterOf = (scope: Scope, customerKey: number | null, knownOn: number | null) => ({
    scope,
    customerKey,
    kind: undefined,
    month: undefined,
    knownOn: knownOn ?? now(),
  });

  /**
   * Finds the single customer whose unfinished months are requested; undefined if the request does not name a single
   * customer.
   */
  async function subjectOf(scope: Scope, customerKey: number | null): Promise<NetworkCustomer | undefined> {
    const key = scope.kind === 'all' ? customerKey : scope.customerKey;
    if (key === null || (customerKey !== null && customerKey !== key)) return undefined;
    return (await figures.network()).customerByKey.get(key);
  }

  /** Returns the documents of a single customer's unfinished months. They have no number to search for. */
  async function openDocuments({ scope, customerKey, kind, month, knownOn, q }: Wanted) {
    const customer = await subjectOf(scope, customerKey);
    if (customer === undefined || (kind !== undefined && kind !== kindOf(customer))) return [];
    if (!customer.name.toLowerCase().includes(q.toLowerCase())) return [];
    return unbilledDocuments(needs, { scope, customer, knownOn }, month);
  }

  /** Finds a document by id, within the scope, as known at that time. */
  async function find(request: FastifyRequest, id: string, knownOn: number | null) {
    const scope = scopeOfRequest(request);
    const final = await findFinalDocument(accounts, filterOf(scope, null, knownOn), id);
    if (final !== undefined) return { scope, final } as const;
    const unbilled = await findUnbilled(needs, { scope, id, knownOn });
    if (unbilled === undefined) throw gone();
    return { scope, unbilled } as const;
  }

  /** Builds final documents with their payment status, as known at that time. */
  async function shown(rows: readonly DocumentRow[], knownOn: number | null) {
    const customerIds = rows.map((row) => row.customer_id);
    const standings = await settleCustomers(accounts, customerIds, knownOn ?? now());
    return rows.map((row) => showFinal(row, standingIn(standings, row.customer_id)));
  }

  const noteExport = ({ kind, month, number }: DocumentRow, format: string, request: FastifyRequest) =>
    writeAudit(accounts, {
      ...authorOf(request),
      at: now(),
      action: 'document.exported',
      subject: numberText(kind, number ?? 0),
      detail: { kind, month, format },
    });

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, getOwnMoney, async (request) => {
      const scope = scopeOfRequest(request);
      const narrowed = await figures.narrow(scope, request.query.cid);
      // An advertiser may name an owner whose outlets it uses. The response still shows the advertiser's own money.
      const customer = await subjectOf(narrowed.scope, narrowed.scope.kind === 'all' ? narrowed.customerKey : null);
      if (customer === undefined) throw new AppError('invalid', 'Set `cid` to the ID of a customer.');
      const documents = { ...filterOf(scope, customer.key, null) };
      const [newest] = await shown(await findFinalDocuments(accounts, documents, { limit: 1, offset: 0 }), null);
      return findOwnMoney(needs, { scope, customer, last: newest ?? null });
    });

    addRoute(
      app,
      listDocuments,
      async (request, reply) => {
        const { cid, kind, month, known_on: known, q = '', sort, title } = request.query;
        const knownOn = knownOnOf(known);
        const { scope, customerKey } = await figures.narrow(scopeOfRequest(request), cid);
        const unbilled = (await openDocuments({ scope, customerKey, kind, month, knownOn, q }))
          .map((one) => showUnbilled(one, config))
          .filter((row) => title === undefined || row.title === title);
        const filter = { ...filterOf(scope, customerKey, knownOn), kind, month, q, title };
        const order = sort === undefined ? NEWEST : readSort(sort);
        // Documents of months that are not final yet are first, whatever the order.
        const find = async (at: { limit: number; offset: number }): Promise<ShownDocument[]> => {
          const first = unbilled.slice(at.offset, at.offset + at.limit);
          const rest = { limit: at.limit - first.length, offset: Math.max(0, at.offset - unbilled.length) };
          const final = rest.limit === 0 ? [] : await findFinalDocuments(accounts, filter, rest, order);
          return [...first, ...(await shown(final, knownOn))];
        };
        const { cents, rows } = await sumFinalDocuments(accounts, filter);
        const total = rows + unbilled.length;
        const open = unbilled.reduce((all, one) => all + one.total, 0);
        const totals = { total: Math.round(cents * 10_000 + open * 1e6) / 1e6 };
        const table = { name: 'documents', columns: LIST_COLUMNS, total, find, more: { totals } };
        return answerTable(needs, request, reply, table);
      },
      TABLE_LIMITS,
    );

    addRoute(app, getDocument, async (request) => {
      const { known_on: known, from = '0', lines: wanted } = request.query;
      const knownOn = knownOnOf(known);
      const found = await find(request, request.params.id, knownOn);
      const [first, most] = [Number(from), Number(wanted ?? DEFAULT_LINES)];
      if ('unbilled' in found) {
        const { unbilled, scope } = found;
        const lines = unbilled.lines.slice(first, first + most).map((line) => showLine(unbilled.kind, line, scope));
        const document = showUnbilled(unbilled, config);
        return { document, time_zone: config.networkTimeZone, lines, lines_total: unbilled.lines.length };
      }
      const { final, scope } = found;
      const lines = (await findPrinted(accounts, final.id, first, most)).map((line) =>
        showLine(final.kind, line, scope),
      );
      const total = await countLines(accounts, final.id);
      const [document] = await shown([final], knownOn);
      return { document, time_zone: final.time_zone, lines, lines_total: total };
    });

    addRoute(app, listLineEvents, async (request) => {
      const { id, line } = request.params;
      const knownOn = knownOnOf(request.query.known_on);
      const found = await find(request, id, knownOn);
      const isFinal = !('unbilled' in found);
      const [chosen] = isFinal
        ? await findLines(accounts, found.final.id, Number(line), 1)
        : found.unbilled.lines.slice(Number(line), Number(line) + 1);
      if (chosen === undefined) throw new AppError('not-found', 'Line not found.');
      const { page, limit, offset } = readPage({ page: request.query.page, limit: String(LINE_EVENTS_AT_ONCE) });
      const document = isFinal
        ? { ...found.final, customerKey: found.final.customer_key, arrivedBefore: found.final.cut_off_at }
        : {
            kind: found.unbilled.kind,
            month: found.unbilled.month,
            customerKey: found.unbilled.customer.key,
            arrivedBefore: knownSecond(knownOn),
          };
      const read = { document, line: chosen, limit, offset };
      return { ...(await readLineEvents(needs, found.scope, read)), page, limit };
    });

    addRoute(
      app,
      getDocumentCsv,
      async (request, reply) => {
        const found = await find(request, request.params.id, knownOnOf(request.query.known_on));
        const isFinal = !('unbilled' in found);
        const { kind, month } = isFinal ? found.final : found.unbilled;
        const rows = isFinal ? await readLines(accounts, found.final.id) : found.unbilled.lines;
        const subject = isFinal ? numberText(kind, found.final.number ?? 0) : `${wordOf(found.unbilled)} ${month}`;
        const entry = { at: now(), action: 'document.exported', subject, detail: { kind, month, format: 'csv' } };
        await writeAudit(accounts, { ...authorOf(request), ...entry });
        const lines = rows.map((line) => showLine(kind, line, found.scope));
        return sendCsv(reply, `${subject.replaceAll(' ', '-')}.csv`, DOCUMENT_COLUMNS, lines);
      },
      { isExport: true },
    );

    addRoute(
      app,
      getDocumentLines,
      async (request, reply) => {
        const found = await find(request, request.params.id, null);
        if ('unbilled' in found || found.final.lines_sha256 === null) throw noLineFile();
        const { final } = found;
        const lines = await readLines(accounts, final.id);
        // Send no file rather than one that differs from the hash in the PDF.
        if (hashLines(final.kind, lines) !== final.lines_sha256)
          throw new Error(`The lines of ${final.id} are not what they were when it became final`);
        await noteExport(final, 'lines', request);
        const texts = lines.map((line) => lineText(final.kind, line));
        return sendNdjson(reply, `${numberText(final.kind, final.number ?? 0)}-lines.ndjson`, texts);
      },
      { isExport: true },
    );

    addRoute(
      app,
      getDocumentEvents,
      async (request, reply) => {
        const found = await find(request, request.params.id, null);
        if ('unbilled' in found)
          throw new AppError('not-found', 'The events are available once the document is final.');
        const { final, scope } = found;
        const rows = await documentEvents(needs, scope, final, await readLines(accounts, final.id));
        const { format = 'csv' } = request.query;
        await noteExport(final, format, request);
        const name = `${numberText(final.kind, final.number ?? 0)}-events.${format}`;
        return format === 'csv'
          ? sendCsv(reply, name, eventColumns(final.kind), rows)
          : sendNdjson(reply, name, ndjsonOf(final.kind, rows));
      },
      { isExport: true },
    );

    addRoute(
      app,
      getDocumentPdf,
      async (request, reply) => {
        const found = await find(request, request.params.id, knownOnOf(request.query.known_on));
        if ('unbilled' in found) throw new AppError('not-found', 'The PDF is available once the document is final.');
        const { final } = found;
        const { bytes, subject } = await semaphore.run(() => drawFinal(accounts, final), tooMany);
        const entry = {
          at: now(),
          action: 'document.exported',
          subject,
          detail: { kind: final.kind, month: final.month },
        };
        await writeAudit(accounts, { ...authorOf(request), ...entry });
        return reply
          .header('Content-Type', 'application/pdf')
          .header('Cache-Control', 'no-store')
          .header('Content-Disposition', `attachment; filename=${subject}.pdf`)
          .send(bytes);
      },
      { isExport: true },
    );
  };
}

const tooMany = () => new AppError('unavailable', 'Many PDFs are being created. Try again in a moment.', RETRY_SECONDS);
const noLineFile = () =>
  new AppError(
    'not-found',
    'This document has no line file. It isn’t final, or it became final before line files existed.',
  );
const wordOf = (unbilled: UnbilledDocument): string => DOCUMENT_TITLES[sumOf(unbilled).title].toLowerCase();
const gone = () => new AppError('not-found', 'Document not found.');

/**
 * Returns the columns for both file formats. An owner's file has no flight and no price, an advertiser's file no
 * share.
 */
const eventColumns = (kind: DocumentKind): readonly ExportColumn<ShownEvent>[] => [
  { name: 'outlet', value: ({ outlet }) => outlet },
  { name: 'id', value: ({ id }) => id },
  { name: 'at', value: ({ at }) => at },
  { name: 'arrived_at', value: ({ arrived_at: at }) => at },
  { name: 'kind', value: (event) => event.kind },
  { name: 'verdict', value: ({ verdict }) => verdict },
  ...(kind === 'invoice' ? [{ name: 'flight', value: ({ flight }: ShownEvent) => flight }] : []),
  { name: kind === 'invoice' ? 'price_version' : 'share_version', value: ({ version }) => version },
  { name: 'amount', value: ({ amount }) => amount },
];

/** Yields the same rows as JSON, one per line. */
async function* ndjsonOf(kind: DocumentKind, rows: AsyncIterable<ShownEvent>): AsyncGenerator<string> {
  const columns = eventColumns(kind);
  for await (const row of rows)
    yield `${JSON.stringify(Object.fromEntries(columns.map(({ name, value }) => [name, value(row)])))}\n`;
}

type Count = 'views' | 'clicks' | 'burns';

const notCounted = ({ not_counted: reasons }: DocumentLine, of: Count): number =>
  reasons.reduce((all, one) => all + one[of], 0);

/** Returns the gross, uncounted and net columns for one kind of event. */
const counted = (of: Count): ExportColumn<DocumentLine>[] => [
  { name: `gross_${of}`, value: (line) => line[of] + notCounted(line, of) },
  { name: `not_counted_${of}`, value: (line) => notCounted(line, of) },
  { name: of, value: (line) => line[of] },
];

/** The columns of a document's CSV file. Each reason has the number of events that it excluded, of any kind. */
const DOCUMENT_COLUMNS: readonly ExportColumn<DocumentLine>[] = [
  { name: 'kind', value: ({ kind }) => kind },
  { name: 'month', value: ({ month }) => month },
  { name: 'part', value: ({ part }) => part },
  { name: 'item', value: ({ item }) => item },
  { name: 'eui', value: ({ eui }) => eui },
  ...(['views', 'clicks', 'burns'] as const).flatMap(counted),
  ...INVALID_REASONS.map(
    (reason): ExportColumn<DocumentLine> => ({
      name: `not_counted_${reason}`,
      value: ({ not_counted: reasons }) => {
        const own = reasons.find((one) => one.reason === reason);
        return own === undefined ? 0 : own.views + own.clicks + own.burns;
      },
    }),
  ),
  {
    name: 'withheld',
    value: ({ not_counted: reasons }) =>
      exactDollars(reasons.reduce((all, { withheld_micros: micros }) => all + BigInt(micros), 0n)),
  },
  { name: 'amount', value: ({ micros }) => exactDollars(BigInt(micros)) },
];
