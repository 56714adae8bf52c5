import * as Type from 'typebox';
import { KnownOn, TimeZone } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { PageQuery, SortOf, SummedPage, TablePage, TableQuery } from './pagination.ts';
import { DOCUMENT_SORTS, DOCUMENT_TITLE_NAMES } from './table-choices.ts';
import { Reason } from './traffic.ts';

export const DocumentKind = Type.Union([Type.Literal('statement'), Type.Literal('invoice')]);

/** A statement or invoice with a negative sum is a credit note. */
export const DocumentTitle = Type.Union([...DocumentKind.anyOf, Type.Literal('credit_note')]);
export type DocumentTitle = Type.Static<typeof DocumentTitle>;

/** `open` during the month, `closing` until the month's documents are final, then permanently `final`. */
const DocumentState = Type.Union([Type.Literal('open'), Type.Literal('closing'), Type.Literal('final')]);

/**
 * A statement (an owner's earnings) or an invoice (an advertiser's charges) for a calendar month in the network's time
 * zone.
 */
export const DocumentRow = Type.Object({
  id: Type.String(),
  kind: DocumentKind,
  /** The title. Each kind has its own number sequence. */
  title: DocumentTitle,
  /**
   * Numbers of the documents that a credit note corrects, if its lines name their months. Empty for all other
   * documents.
   */
  corrects: Type.Array(Type.String()),
  state: DocumentState,
  /** `YYYY-MM`. */
  month: Type.String(),
  /** The time zone for the month, its end and the due date. */
  time_zone: TimeZone,
  customer: Type.Object({ id: Type.String(), name: Type.String() }),
  /** The document's number, gapless within its kind. Null until the document is final. */
  number: orNull(Type.String()),
  currency: Type.String(),
  /** In whole cents if final; otherwise the amount so far, with micro-dollar precision. */
  total: Type.Number(),
  /** The remainder below one cent, carried to the next document. */
  carried: orNull(Type.Number()),
  /** The document includes events that arrived before this time. */
  cut_off_at: orNull(Type.String()),
  /** When the document became final, or the earliest time at which it will. */
  final_at: Type.String(),
  /** Only for a final invoice. Null on statements, credit notes and open documents. */
  due_at: orNull(Type.String()),
  pdf_sha256: orNull(Type.String()),
  /**
   * The hash of the document's line file (`/documents/:id/lines`). Null before the document is final, and for documents
   * older than line files.
   */
  lines_sha256: orNull(Type.String()),
  /**
   * For an invoice: the valid views in its own month, the number of these reported without a play, and their cost in
   * dollars. Null on statements, before the document is final, and for invoices older than this field.
   */
  without_play: orNull(Type.Object({ of_views: Type.Integer(), views: Type.Integer(), amount: Type.Number() })),
  /** The last ledger entry when the PDF was rendered, and its hash. */
  ledger: orNull(Type.Object({ seq: Type.Integer(), hash: Type.String() })),
  /** The paid part of a final document. Payments settle the oldest documents first. */
  paid: orNull(Type.Number()),
  payment: orNull(
    Type.Union([Type.Literal('open'), Type.Literal('part'), Type.Literal('paid'), Type.Literal('overdue')]),
  ),
});
export type DocumentRow = Type.Static<typeof DocumentRow>;

/**
 * Micro-dollars as text, so that no digit is lost. On a line, `micros` is the line's contribution to the document,
 * `amount_micros` the advertiser's charge, and `owner_micros` the owner's part, if the user may see them.
 */
const Micros = Type.String({ pattern: '^-?[0-9]+$' });

export const DocumentLine = Type.Object({
  kind: Type.Union([
    Type.Literal('delivery'),
    Type.Literal('late'),
    Type.Literal('adjustment'),
    Type.Literal('carried'),
    Type.Literal('carried-on'),
  ]),
  /** The month of the events. */
  month: Type.String(),
  /** Venue or campaign, and outlet or flight, with their names at the time. */
  part: Type.String(),
  item: Type.String(),
  /** The outlet's EUI. */
  eui: Type.String(),
  /** Valid events. Gross figures also include invalid ones. */
  views: Type.Integer(),
  clicks: Type.Integer(),
  burns: Type.Integer(),
  /**
   * Invalid events by reason, with the amount that they would have cost. Empty in final documents older than this
   * field.
   */
  not_counted: Type.Array(
    Type.Object({
      reason: Reason,
      views: Type.Integer(),
      clicks: Type.Integer(),
      burns: Type.Integer(),
      withheld_micros: Micros,
    }),
  ),
  micros: Micros,
  amount_micros: Type.Optional(Micros),
  owner_micros: Type.Optional(Micros),
});
export type DocumentLine = Type.Static<typeof DocumentLine>;

const Known = {
  /**
   * A past timestamp, or a date, which means its first moment in the network's time zone. Limits the figures to events
   * that had arrived by that time.
   */
  known_on: Type.Optional(KnownOn),
} as const;

export const listDocuments = {
  method: 'GET',
  url: '/documents',
  allowed: 'data',
  tokenScope: 'money:read',
  summary:
    'List statements and invoices, newest month first; for one customer, including months that are not final yet; also as CSV',
  schema: {
    querystring: Type.Object(
      {
        /** `q` searches names of customers and document numbers. */
        ...TableQuery,
        ...Known,
        sort: SortOf(DOCUMENT_SORTS),
        kind: Type.Optional(DocumentKind),
        /** Unlike `kind`, separates credit notes. */
        title: Type.Optional(Type.Enum([...DOCUMENT_TITLE_NAMES])),
        month: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' })),
        /** Customer ID or name. */
        cid: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      },
      { additionalProperties: false },
    ),
    response: { 200: SummedPage(DocumentRow, ['total']) },
  },
} as const satisfies Endpoint;

const DocumentId = Type.Object({
  id: Type.String({
    pattern: '^((statement|invoice)-[0-9]{4}-[0-9]{2}-)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  }),
});

export const getDocument = {
  method: 'GET',
  url: '/documents/:id',
  allowed: 'data',
  tokenScope: 'money:read',
  summary: 'Get a document with its lines, which add up to its total',
  schema: {
    params: DocumentId,
    querystring: Type.Object(
      {
        ...Known,
        /** Index of the first line, from 0. The default number of `lines` is 1,000. */
        from: Type.Optional(Type.String({ pattern: '^[0-9]{1,7}$' })),
        lines: Type.Optional(Type.String({ pattern: '^([1-9][0-9]{0,3})$' })),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object({
        document: DocumentRow,
        time_zone: TimeZone,
        lines: Type.Array(DocumentLine),
        lines_total: Type.Integer(),
      }),
    },
  },
} as const satisfies Endpoint;

export const getDocumentPdf = {
  method: 'GET',
  url: '/documents/:id/pdf',
  allowed: 'data',
  tokenScope: 'money:read',
  summary: 'Get the PDF of a final document; its bytes never change',
  schema: { params: DocumentId, querystring: Type.Object(Known, { additionalProperties: false }) },
  documented: { response: { 200: Type.String({ description: 'PDF' }) } },
} as const satisfies Endpoint;

export const getDocumentCsv = {
  method: 'GET',
  url: '/documents/:id/csv',
  allowed: 'data',
  tokenScope: 'money:read',
  summary: 'Get all lines of a document: gross, invalid by reason, and net',
  schema: { params: DocumentId, querystring: Type.Object(Known, { additionalProperties: false }) },
  documented: { response: { 200: Type.String({ description: 'CSV' }) } },
} as const satisfies Endpoint;

export const getDocumentLines = {
  method: 'GET',
  url: '/documents/:id/lines',
  allowed: 'data',
  tokenScope: 'money:read',
  summary: "Get the line file of a final document, as one JSON object per line; the PDF states the file's SHA-256",
  schema: { params: DocumentId },
  documented: { response: { 200: Type.String({ description: 'NDJSON' }) } },
} as const satisfies Endpoint;

export const getDocumentEvents = {
  method: 'GET',
  url: '/documents/:id/events',
  allowed: 'data',
  tokenScope: 'money:read',
  summary: 'Export the valid and invalid events of a final document as CSV or NDJSON',
  schema: {
    params: DocumentId,
    querystring: Type.Object(
      { format: Type.Optional(Type.Union([Type.Literal('csv'), Type.Literal('ndjson')])) },
      { additionalProperties: false },
    ),
  },
  documented: { response: { 200: Type.String({ description: 'CSV, or one JSON object per line' }) } },
} as const satisfies Endpoint;

/** An event on a line, with its contribution. */
export const LineEvent = Type.Object({
  /** The UUID that the outlet sent. '' for events stored before the server recorded UUIDs. */
  id: Type.String(),
  at: Type.String(),
  kind: Type.Union([Type.Literal('view'), Type.Literal('click'), Type.Literal('burn')]),
  micros: Micros,
});
export type LineEvent = Type.Static<typeof LineEvent>;

export const LINE_EVENTS_AT_ONCE = 100;

/** `removed` counts events on the line that retention has deleted. The line keeps their counts and amount. */
export const LineEventPage = Type.Object({ ...TablePage(LineEvent).properties, removed: Type.Integer() });
export type LineEventPage = Type.Static<typeof LineEventPage>;

export const listLineEvents = {
  method: 'GET',
  url: '/documents/:id/lines/:line/events',
  allowed: 'data',
  tokenScope: 'money:read',
  summary: 'List the events of a delivery line, oldest first, 100 per page',
  schema: {
    params: Type.Object({ ...DocumentId.properties, line: Type.String({ pattern: '^[0-9]{1,7}$' }) }),
    querystring: Type.Object({ ...Known, page: PageQuery.page }, { additionalProperties: false }),
    response: { 200: LineEventPage },
  },
} as const satisfies Endpoint;
