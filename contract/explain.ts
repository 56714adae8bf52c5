import * as Type from 'typebox';
import { Cursor, Eui, KnownOn, Period, RangeQuery, RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { INVALID_REASONS } from './ingest.ts';

/** Figures that are sums over events. */
export const FIGURES_OF_EVENTS = [
  ...(['revenue', 'views', 'clicks', 'burns', 'energy'] as const),
  /** The owners' and the network's parts of the revenue. For administrators. */
  ...(['owner_share', 'network_share'] as const),
  /** Reported, invalid and valid counts, of views or of all events, and the withheld amount. */
  ...(['gross_views', 'invalid_views', 'gross', 'invalid', 'net', 'withheld'] as const),
] as const;
export type FigureOfEvents = (typeof FIGURES_OF_EVENTS)[number];

/** Figures for a document line: its money or its counts. */
const FIGURES_OF_LINES = ['revenue', 'gross_views', 'invalid_views', 'views', 'clicks', 'burns'] as const;
export type FigureOfLines = (typeof FIGURES_OF_LINES)[number];

/** Figures in a contract trial. */
const FIGURES_OF_TRIALS = ['revenue', 'owner_share', 'network_share', 'views'] as const;
export type FigureOfTrials = (typeof FIGURES_OF_TRIALS)[number];

/** Figures derived from others, or figures whose parts do not add up across places or days. */
const FIGURES_OF_THEIR_OWN = ['left_after_energy', 'visitors', 'profit_a_month'] as const;

/** Open amounts on final documents: administrators see those of all customers, a customer sees its own. */
export const FIGURES_OF_BOOKS = ['receivable', 'overdue', 'payable', 'ahead'] as const;
export type FigureOfBooks = (typeof FIGURES_OF_BOOKS)[number];

/** Totals of a month's final documents, and amounts in pending payout runs. For administrators. */
export const FIGURES_OF_PAPER = ['billed', 'owed', 'in_payout'] as const;
export type FigureOfPaper = (typeof FIGURES_OF_PAPER)[number];

/** The network's cash and earnings from the ledger. For administrators. */
export const FIGURES_OF_LEDGER = ['cash', 'earned'] as const;
export type FigureOfLedger = (typeof FIGURES_OF_LEDGER)[number];

/** A payment or a payout as entered or proposed, and a payout run. For administrators. */
export const FIGURES_OF_MOVES = ['payment', 'payout', 'payout_run'] as const;
export type FigureOfMoves = (typeof FIGURES_OF_MOVES)[number];

/**
 * The planned spending until now of a flight or of a campaign's running flights, and a flight's projected spending by
 * its end.
 */
export const FIGURES_OF_PLANS = ['planned', 'foreseen'] as const;
export type FigureOfPlans = (typeof FIGURES_OF_PLANS)[number];

/** The paid part of a final document or of all of a customer's documents, and the open part of a document. */
export const FIGURES_OF_SETTLEMENT = ['paid', 'open'] as const;
export type FigureOfSettlement = (typeof FIGURES_OF_SETTLEMENT)[number];

/** Figures that have an explanation. */
export const EXPLAINED_FIGURES = [
  ...FIGURES_OF_EVENTS,
  ...FIGURES_OF_THEIR_OWN,
  ...FIGURES_OF_BOOKS,
  ...FIGURES_OF_PAPER,
  ...FIGURES_OF_LEDGER,
  ...FIGURES_OF_MOVES,
  ...FIGURES_OF_PLANS,
  ...FIGURES_OF_SETTLEMENT,
] as const;
export type ExplainedFigure = (typeof EXPLAINED_FIGURES)[number];

export const isFigureOfBooks = (figure: ExplainedFigure): figure is FigureOfBooks =>
  FIGURES_OF_BOOKS.some((one) => one === figure);

/** Figures for a range of days, which can also be requested for a document or an outlet. */
export type FigureOfRange = FigureOfEvents | (typeof FIGURES_OF_THEIR_OWN)[number];

export const isFigureOfRange = (figure: ExplainedFigure): figure is FigureOfRange =>
  [...FIGURES_OF_EVENTS, ...FIGURES_OF_THEIR_OWN].some((one) => one === figure);

export const isFigureOfTrials = (figure: ExplainedFigure): figure is FigureOfTrials =>
  FIGURES_OF_TRIALS.some((one) => one === figure);

export const isFigureOfLines = (figure: ExplainedFigure): figure is FigureOfLines =>
  FIGURES_OF_LINES.some((one) => one === figure);

/** Breakdowns for an event figure. `event` lists the single events. */
const EVENTS_BY = ['reason', 'flight', 'advertiser', 'customer', 'outlet', 'day', 'event'] as const;
export type EventsBy = (typeof EVENTS_BY)[number];

/**
 * Breakdowns by figure. Open amounts: by customer, then by document. Payout runs: by payout. Months, payouts and
 * payments: by document. Paid amounts: by payment, payout and credit. Plans: by day for a flight, by flight for a
 * campaign. Document totals: by line. The ledger: by booking, then by entry. Profit after costs: by term. Visitors: by
 * their number of views, or by the day of their first view.
 */
export const EXPLAINED_BY = [
  ...EVENTS_BY,
  ...(['document', 'line', 'payout', 'booking', 'entry', 'term', 'frequency', 'first_day', 'move'] as const),
] as const;
export type ExplainedBy = (typeof EXPLAINED_BY)[number];

/** Micro-dollars, events or milliwatt-hours as digits in a text, without loss of precision. */
const Whole = Type.String({ pattern: '^-?[0-9]+$' });

const Kind = Type.Union([Type.Literal('view'), Type.Literal('click'), Type.Literal('burn')]);

/**
 * Both parts of an amount, which add up to the amount. Only for administrators. If the amount is itself an owner's or
 * the network's part, or from a statement, `paid` is the amount that advertisers pay.
 */
const Sides = { owner: Type.Optional(Whole), network: Type.Optional(Whole), paid: Type.Optional(Whole) };

const Price = Type.Object({
  model: Type.Union([Type.Literal('cpm'), Type.Literal('cpc'), Type.Literal('cpb'), Type.Literal('flat')]),
  /** In dollars: per 1,000 views for `cpm`, otherwise per event. */
  price: Type.Number(),
  since: Type.String(),
  /** '' if the price applies to all venue types. */
  venue_type: Type.String(),
});

const Share = Type.Object({
  percent: Type.Number(),
  /** Null for the default share. */
  since: Type.Union([Type.String(), Type.Null()]),
});

export const ExplainedPart = Type.Object({
  /** The filter value in reports, and its label. */
  id: Type.String(),
  label: Type.String(),
  /** Null if all kinds are combined. */
  kind: Type.Union([Kind, Type.Null()]),
  /**
   * Number of items: documents for open amounts by customer, entries for the ledger by booking, views for visitors,
   * days for a flight's plan. 0 if there is nothing to count, for example for payments.
   */
  events: Type.Integer(),
  /**
   * Amount per event: `events` × `each` is the amount. Null if only a sum is stored, and for figures that are not
   * money.
   */
  each: Type.Union([Whole, Type.Null()]),
  amount: Whole,
  /** For a monthly figure: the amount over its `days`. */
  of_days: Type.Optional(Whole),
  ...Sides,
  /** Price versions of the flights behind this part. Identical versions appear once, with the earliest start. */
  prices: Type.Optional(Type.Array(Price)),
  /**
   * Share versions of the owners behind this part, combined in the same way. Administrators read price and share
   * together.
   */
  shares: Type.Optional(Type.Array(Share)),
  /**
   * For payments: the bank's value date, or the date on which a credit became final. For administrators, also the
   * people who entered or approved the payment, and the times.
   */
  moved: Type.Optional(
    Type.Object({
      kind: Type.Union([
        Type.Literal('payment'),
        Type.Literal('payout'),
        Type.Literal('refund'),
        Type.Literal('credit'),
      ]),
      on: Type.String(),
      by: Type.Optional(Type.String()),
      at: Type.Optional(Type.String()),
      reference: Type.Optional(Type.String()),
    }),
  ),
  /**
   * A projected rate: `amount` per `in_ms`, applied for `for_ms`. The result is amount × for_ms ÷ in_ms, rounded half
   * to even.
   */
  rate: Type.Optional(Type.Object({ amount: Whole, in_ms: Type.Integer(), for_ms: Type.Integer() })),
  /** The query that explains this part, if narrowing the current query to this part does not. */
  opens: Type.Optional(
    Type.Object({
      figure: Type.Enum([...EXPLAINED_FIGURES]),
      of: Type.Optional(Type.String()),
      document: Type.Optional(Type.String()),
      cid: Type.Optional(Type.String()),
      filters: Type.Optional(Type.String()),
      known_on: Type.Optional(Type.String()),
    }),
  ),
  /** For energy: views with estimated energy. */
  estimated_views: Type.Optional(Type.Integer()),
});
export type ExplainedPart = Type.Static<typeof ExplainedPart>;

const ExplainedEvent = Type.Object({
  id: Type.String(),
  timestamp: Type.String(),
  /** `reading`: a meter reading that corrects a view's energy by its difference. */
  kind: Type.Union([Kind, Type.Literal('reading')]),
  eui: Type.String(),
  /**
   * The UUID that the outlet sent. For a reading, the UUID of the event that reported it. Absent for events stored
   * before the server recorded UUIDs.
   */
  sent_id: Type.Optional(Type.String()),
  outlet: Type.String(),
  advertiser: Type.String(),
  flight: Type.Optional(Type.String()),
  amount: Whole,
  /** For a trial: the actual amount. `amount` is the simulated amount. */
  before: Type.Optional(Whole),
  ...Sides,
  is_estimated: Type.Optional(Type.Boolean()),
  /** Why the event is invalid. Absent if the event is valid. */
  reason: Type.Optional(Type.Enum([...INVALID_REASONS])),
});
export type ExplainedEvent = Type.Static<typeof ExplainedEvent>;

const LeftOut = Type.Object({ parts: Type.Integer(), amount: Whole, ...Sides });

export const Explanation = Type.Object({
  period: Period,
  figure: Type.Enum([...EXPLAINED_FIGURES]),
  by: Type.Enum([...EXPLAINED_BY]),
  unit: Type.Union([
    Type.Literal('micro-dollars'),
    Type.Literal('events'),
    Type.Literal('milliwatt-hours'),
    Type.Literal('visitors'),
  ]),
  /** The figure. `parts` (or `events`), `left_out` and `unchanged` add up to it exactly. */
  total: Whole,
  ...Sides,
  /** Other breakdowns available to the user. */
  choices: Type.Array(Type.Enum([...EXPLAINED_BY])),
  /** Largest first. Days, documents and lines keep their order; entries are newest first. */
  parts: Type.Array(ExplainedPart),
  /** Newest first. */
  events: Type.Array(ExplainedEvent),
  /**
   * The amount that is not in this response: on other pages, in deleted events (for a document line), or paid ahead
   * (for one customer's documents).
   */
  left_out: Type.Union([LeftOut, Type.Null()]),
  /** For a trial by event: the events whose amount does not change, which are not on any page. */
  unchanged: Type.Optional(LeftOut),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
  /** For energy and profit after energy: the price per kilowatt-hour. */
  dollars_per_kwh: Type.Optional(Type.Number()),
  /** For a monthly figure: the number of days in service that it is based on. */
  days: Type.Optional(Type.Number()),
});
export type Explanation = Type.Static<typeof Explanation>;

/** Takes the query for the figure to explain. Range, customer and filters work as in lists and reports. */
export const explainFigure = {
  method: 'GET',
  url: '/explain',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary:
    'Explain a figure as parts that add up to it exactly: events × amounts, the documents of an open balance, the lines of a document, or the entries of the ledger',
  schema: {
    querystring: Type.Object(
      {
        ...RangeQuery,
        /**
         * The figure to explain; by default, revenue. Receivable, overdue, payable and paid-ahead amounts are current,
         * for all customers or for `cid`; a customer gets its own. Billed and owed amounts need a `month`. Cash and
         * earnings are from the ledger: the whole ledger, or one `booking` in `filters`. `paid` needs a `document` or a
         * customer (`cid`), or covers the user's own customer; `open` needs a `document`. `of` names a payment, payout,
         * payout run or campaign. `of` also names the flight for a `planned` figure (the whole plan, or one day with
         * `from` and `to`) or a `foreseen` figure.
         */
        figure: Type.Optional(Type.Enum([...EXPLAINED_FIGURES])),
        by: Type.Optional(Type.Enum([...EXPLAINED_BY])),
        /** As in reports. */
        filters: Type.Optional(Type.String({ maxLength: 4_000 })),
        /** Limits the figure to events that had arrived by that time, as in reports. */
        known_on: Type.Optional(KnownOn),
        /**
         * A document, or one of its lines, in place of range, customer and filters. A document supports `revenue`; a
         * line also supports its counts. A line in a final document is named by its index, starting at 0. Other lines
         * are named by kind, month, and EUI or flight code: `delivery-2026-11-SPRING-1`.
         */
        document: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{36,60}$' })),
        line: Type.Optional(Type.String({ pattern: '^([0-9]{1,7}|[a-z-]{1,20}-[0-9]{4}-[0-9]{2}-.{0,200})$' })),
        /** `YYYY-MM`, for billed or owed amounts. */
        month: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' })),
        /**
         * The EUI of an outlet at its current venue, as in the list of outlet profits. Explains its `profit_a_month`,
         * or an event figure. For administrators.
         */
        outlet: Type.Optional(Eui),
        /** The ID of the payment, payout or payout run, or of the flight or campaign for a planned amount. */
        of: Type.Optional(RowId),
        /**
         * JSON of a contract trial (docs/business-rules.md#money), as in a trial request. Explains the simulated amount
         * for the trial's days, complete or filtered by days, customer, advertiser and flight. For administrators. Each
         * call replays the days, except calls for further pages of single events.
         */
        trial: Type.Optional(Type.String({ maxLength: 2_000 })),
        /** The `next_cursor` of the previous page. */
        cursor: Type.Optional(Cursor),
      },
      { additionalProperties: false },
    ),
    response: { 200: Explanation },
  },
} as const satisfies Endpoint;
