import * as Type from 'typebox';
import { KnownOn, TimeZone } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { PageQuery, TablePage } from './table-page.ts';
import { Reason } from './traffic.ts';

export const DocumentKind = Type.Union([Type.Literal('statement'), Type.Literal('invoice')]);

/** A document whose sum is below zero is a credit note, of either kind. */
export const DocumentTitle = Type.Union([...DocumentKind.anyOf, Type.Literal('credit_note')]);
export type DocumentTitle = Type.Static<typeof DocumentTitle>;

/** `open` while the month runs, `closing` until its documents are fixed, `final` for ever after. */
const DocumentState = Type.Union([Type.Literal('open'), Type.Literal('closing'), Type.Literal('final')]);

/** A statement (what an owner is paid) or an invoice (what an advertiser pays) of a calendar month of the network's zone. */
export const DocumentRow = Type.Object({
  id: Type.String(),
  kind: DocumentKind,
  /** What it is called. Numbers go on within its kind. */
  title: DocumentTitle,
  /** Numbers of the documents that a credit note corrects, as far as its lines name their months; empty for all others. */
  corrects: Type.Array(Type.String()),
  state: DocumentState,
  /** `YYYY-MM`. */
  month: Type.String(),
  /** Whose days the month, its end and the day it is due by are. */
  time_zone: TimeZone,
  customer: Type.Object({ id: Type.String(), name: Type.String() }),
  /** Without gaps among documents of its kind; null until it is final. */
  number: orNull(Type.String()),
  currency: Type.String(),
  /** In whole cents of a final one; so far, to the millionth, of another. */
  total: Type.Number(),
  /** What its cents leave over, taken into the next one. */
  carried: orNull(Type.Number()),
  /** Events that arrived earlier are in it. */
  cut_off_at: orNull(Type.String()),
  /** When it became final, or will at the earliest. */
  final_at: Type.String(),
  /** An invoice's; null on statements and credit notes, and before it is final. */
  due_at: orNull(Type.String()),
  pdf_sha256: orNull(Type.String()),
  /** Of its line file (`/documents/:id/lines`); null before it is final, and of documents that were final before there was one. */
  lines_sha256: orNull(Type.String()),
  /**
   * Of an invoice: views of its own month that count, those of them that were reported without a play, and what these cost in dollars.
   * Null on statements, before it is final, and of invoices that were final before this was kept.
   */
  without_play: orNull(Type.Object({ of_views: Type.Integer(), views: Type.Integer(), amount: Type.Number() })),
  /** The ledger's last entry when the PDF was drawn, and its hash. */
  ledger: orNull(Type.Object({ seq: Type.Integer(), hash: Type.String() })),
  /** Of a final one: what is paid of it. What is paid altogether settles the oldest documents first. */
  paid: orNull(Type.Number()),
  payment: orNull(
    Type.Union([Type.Literal('open'), Type.Literal('part'), Type.Literal('paid'), Type.Literal('overdue')]),
  ),
});
export type DocumentRow = Type.Static<typeof DocumentRow>;

/**
 * Money of a line is micro-dollars in a text of digits, so that no digit is lost: `micros` is what the line adds to the document,
 * `amount_micros` what the advertiser pays for it and `owner_micros` the owner's part, where the reader may know them.
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
  /** In which it happened. */
  month: Type.String(),
  /** Venue or campaign, and outlet or flight, as they were called. */
  part: Type.String(),
  item: Type.String(),
  /** An outlet's EUI. */
  eui: Type.String(),
  /** What counts; gross is that and what is not counted. */
  views: Type.Integer(),
  clicks: Type.Integer(),
  burns: Type.Integer(),
  /** By reason, with what it would have come to; empty in documents that were final before they told it. */
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
  /** A past instant, or a date of the network's zone (its first moment): what was known then. */
  known_on: Type.Optional(KnownOn),
} as const;

export const listDocuments = {
  method: 'GET',
  url: '/documents',
  allowed: 'data',
  summary:
    'Statements and invoices, the newest month first; of one customer also the months that are not final yet, as far as they are',
  schema: {
    querystring: Type.Object(
      {
        ...{ page: PageQuery.page, limit: PageQuery.limit },
        ...Known,
        kind: Type.Optional(DocumentKind),
        month: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' })),
        /** Customer id or name. */
        cid: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      },
      { additionalProperties: false },
    ),
    response: { 200: TablePage(DocumentRow) },
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
  summary: 'A document with its lines, which add up to its total',
  schema: {
    params: DocumentId,
    querystring: Type.Object(
      {
        ...Known,
        /** The first line that is wanted, from 0; 1,000 are answered unless `lines` says otherwise. */
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
  summary: 'The PDF of a final document: the same bytes whenever it is asked for',
  schema: { params: DocumentId, querystring: Type.Object(Known, { additionalProperties: false }) },
  documented: { response: { 200: Type.String({ description: 'PDF' }) } },
} as const satisfies Endpoint;

export const getDocumentCsv = {
  method: 'GET',
  url: '/documents/:id/csv',
  allowed: 'data',
  summary: 'All lines of a document: gross, not counted by reason, net',
  schema: { params: DocumentId, querystring: Type.Object(Known, { additionalProperties: false }) },
  documented: { response: { 200: Type.String({ description: 'CSV' }) } },
} as const satisfies Endpoint;

export const getDocumentLines = {
  method: 'GET',
  url: '/documents/:id/lines',
  allowed: 'data',
  summary: 'The line file of a final document, JSON one a line: its SHA-256 is the one that the PDF names',
  schema: { params: DocumentId },
  documented: { response: { 200: Type.String({ description: 'NDJSON' }) } },
} as const satisfies Endpoint;

export const getDocumentEvents = {
  method: 'GET',
  url: '/documents/:id/events',
  allowed: 'data',
  summary: 'The events behind a final document, counted or not, as CSV or NDJSON',
  schema: {
    params: DocumentId,
    querystring: Type.Object(
      { format: Type.Optional(Type.Union([Type.Literal('csv'), Type.Literal('ndjson')])) },
      { additionalProperties: false },
    ),
  },
  documented: { response: { 200: Type.String({ description: 'CSV, or JSON one a line' }) } },
} as const satisfies Endpoint;

/** An event of a line, with what it adds to it. */
export const LineEvent = Type.Object({
  /** The UUID that the outlet sent; '' of events stored before it was kept. */
  id: Type.String(),
  at: Type.String(),
  kind: Type.Union([Type.Literal('view'), Type.Literal('click'), Type.Literal('burn')]),
  micros: Micros,
});
export type LineEvent = Type.Static<typeof LineEvent>;

export const LINE_EVENTS_AT_ONCE = 100;

/** `removed` counts events of the line that retention has removed since: the line keeps their counts and amount. */
export const LineEventPage = Type.Object({ ...TablePage(LineEvent).properties, removed: Type.Integer() });
export type LineEventPage = Type.Static<typeof LineEventPage>;

export const listLineEvents = {
  method: 'GET',
  url: '/documents/:id/lines/:line/events',
  allowed: 'data',
  summary: 'The events that a line of delivery adds up, oldest first, 100 at once',
  schema: {
    params: Type.Object({ ...DocumentId.properties, line: Type.String({ pattern: '^[0-9]{1,7}$' }) }),
    querystring: Type.Object({ ...Known, page: PageQuery.page }, { additionalProperties: false }),
    response: { 200: LineEventPage },
  },
} as const satisfies Endpoint;

const Amount = Type.Number();

/** What an owner earns and is paid, or an advertiser spends and owes, in `currency`. */
export const OwnMoney = Type.Object({
  kind: DocumentKind,
  customer: Type.Object({ id: Type.String(), name: Type.String() }),
  currency: Type.String(),
  time_zone: Type.String(),
  /** The month that runs: what it comes to so far, and if it goes on like this; null within its first day. */
  month: Type.Object({
    id: Type.String(),
    month: Type.String(),
    so_far: Amount,
    expected: orNull(Amount),
    /** When its document becomes final by itself. */
    final_at: Type.String(),
  }),
  /** Months that are over and wait for what comes late. */
  closing: Type.Array(Type.Object({ id: Type.String(), month: Type.String(), total: Amount, final_at: Type.String() })),
  /** The newest final document. */
  last: orNull(DocumentRow),
  /** Of final documents: what is not paid, and of that what is past its day. */
  open: Amount,
  overdue: Amount,
  /** Of an advertiser: what was paid, or credited, before there is an invoice for it. It is applied to the next one. */
  ahead: Amount,
  /** What of it is on its way back. */
  refund: orNull(
    Type.Object({ amount: Amount, state: Type.Union([Type.Literal('proposed'), Type.Literal('approved')]) }),
  ),
  /**
   * Of an advertiser: what it has to pay next and by when. Of an owner: what it is paid next; `waiting` until a payout run takes
   * it up, `proposed` until that is approved, `approved` until the bank has it.
   */
  next: orNull(
    Type.Object({
      amount: Amount,
      due_at: orNull(Type.String()),
      state: Type.Union([
        Type.Literal('due'),
        Type.Literal('waiting'),
        Type.Literal('proposed'),
        Type.Literal('approved'),
      ]),
    }),
  ),
  last_payment: orNull(Type.Object({ amount: Amount, paid_on: Type.String() })),
});
export type OwnMoney = Type.Static<typeof OwnMoney>;

export const getOwnMoney = {
  method: 'GET',
  url: '/money',
  allowed: 'data',
  summary: 'What an owner earns this month and when it is paid, or what an advertiser owes and by when',
  schema: {
    querystring: Type.Object(
      {
        /** Customer id or name; of administrators and "no role" it is required. */
        cid: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      },
      { additionalProperties: false },
    ),
    response: { 200: OwnMoney },
  },
} as const satisfies Endpoint;
