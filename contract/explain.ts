import * as Type from 'typebox';
import { Cursor, Eui, KnownOn, Period, RangeQuery, RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { INVALID_REASONS } from './ingest.ts';

/** Figures that events add up to. */
const FIGURES_OF_EVENTS = [
  ...(['revenue', 'views', 'clicks', 'burns', 'energy'] as const),
  /** Of revenue, what owners get and what the network keeps; for administrators. */
  ...(['owner_share', 'network_share'] as const),
  /** What was reported, what of it does not count, and what does: views, or events of all kinds; what was not paid for it. */
  ...(['gross_views', 'invalid_views', 'gross', 'invalid', 'net', 'withheld'] as const),
] as const;
export type FigureOfEvents = (typeof FIGURES_OF_EVENTS)[number];

/** What a line of a document says: its money, or what it counts. */
const FIGURES_OF_LINES = ['revenue', 'gross_views', 'invalid_views', 'views', 'clicks', 'burns'] as const;
export type FigureOfLines = (typeof FIGURES_OF_LINES)[number];

/** What is told of a contract trial. */
const FIGURES_OF_TRIALS = ['revenue', 'owner_share', 'network_share', 'views'] as const;
export type FigureOfTrials = (typeof FIGURES_OF_TRIALS)[number];

/** Figures that are reckoned from others, or of which no part adds up with another by places or days. */
const FIGURES_OF_THEIR_OWN = ['left_after_energy', 'visitors', 'profit_a_month'] as const;

/** What is open of final documents, of all for administrators, of their own for who is paid or owes. */
const FIGURES_OF_BOOKS = ['receivable', 'overdue', 'payable', 'ahead'] as const;
export type FigureOfBooks = (typeof FIGURES_OF_BOOKS)[number];

/** What the final documents of a month come to, and what is in payout runs that are under way; for administrators. */
const FIGURES_OF_PAPER = ['billed', 'owed', 'in_payout'] as const;
export type FigureOfPaper = (typeof FIGURES_OF_PAPER)[number];

/** What the network has and earned by its ledger, for administrators. */
const FIGURES_OF_LEDGER = ['cash', 'earned'] as const;
export type FigureOfLedger = (typeof FIGURES_OF_LEDGER)[number];

/** A payment or a payout as it was entered or proposed, and a payout run; for administrators. */
const FIGURES_OF_MOVES = ['payment', 'payout', 'payout_run'] as const;
export type FigureOfMoves = (typeof FIGURES_OF_MOVES)[number];

/** What a flight (or a campaign's flights that run) was to have spent by now, and what a flight will have spent at its end. */
const FIGURES_OF_PLANS = ['planned', 'foreseen'] as const;
export type FigureOfPlans = (typeof FIGURES_OF_PLANS)[number];

/** What is paid of a final document, or of all of a customer's, and what of a document is still open. */
const FIGURES_OF_SETTLEMENT = ['paid', 'open'] as const;
export type FigureOfSettlement = (typeof FIGURES_OF_SETTLEMENT)[number];

/** Figures that can be asked why they are what they are. */
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

export const isFigureOfTrials = (figure: ExplainedFigure): figure is FigureOfTrials =>
  FIGURES_OF_TRIALS.some((one) => one === figure);

export const isFigureOfLines = (figure: ExplainedFigure): figure is FigureOfLines =>
  FIGURES_OF_LINES.some((one) => one === figure);

export const isFigureOfPaper = (figure: ExplainedFigure): figure is FigureOfPaper =>
  FIGURES_OF_PAPER.some((one) => one === figure);

export const isFigureOfLedger = (figure: ExplainedFigure): figure is FigureOfLedger =>
  FIGURES_OF_LEDGER.some((one) => one === figure);

export const isFigureOfMoves = (figure: ExplainedFigure): figure is FigureOfMoves =>
  FIGURES_OF_MOVES.some((one) => one === figure);

export const isFigureOfPlans = (figure: ExplainedFigure): figure is FigureOfPlans =>
  FIGURES_OF_PLANS.some((one) => one === figure);

export const isFigureOfSettlement = (figure: ExplainedFigure): figure is FigureOfSettlement =>
  FIGURES_OF_SETTLEMENT.some((one) => one === figure);

/** What a figure of events is taken apart by; `event` is the events themselves. */
const EVENTS_BY = ['reason', 'flight', 'advertiser', 'customer', 'outlet', 'day', 'event'] as const;
export type EventsBy = (typeof EVENTS_BY)[number];

/**
 * What is open is taken apart by customer, and of one customer by document; what payout runs pay by payout; a month, a payout and a
 * payment by document; what is paid by payment, payout and credit; the plan of a flight by day, of a campaign by flight; the total of a document by line; the ledger by what was booked, and that by entry; what is left after costs by
 * term; visitors by how many views they have, or by the day of their first one.
 */
export const EXPLAINED_BY = [
  ...EVENTS_BY,
  ...(['document', 'line', 'payout', 'booking', 'entry', 'term', 'frequency', 'first_day', 'move'] as const),
] as const;
export type ExplainedBy = (typeof EXPLAINED_BY)[number];

/** Digits of micro-dollars, events or milliwatt-hours, so that none is lost. */
const Whole = Type.String({ pattern: '^-?[0-9]+$' });

const Kind = Type.Union([Type.Literal('view'), Type.Literal('click'), Type.Literal('burn')]);

/**
 * Both sides of an amount; only administrators read it. They add up to the amount. Where the amount is an owner's part, of its
 * statement, or the network's, `paid` is what it is a part of: what advertisers pay.
 */
const Sides = { owner: Type.Optional(Whole), network: Type.Optional(Whole), paid: Type.Optional(Whole) };

const Price = Type.Object({
  model: Type.Union([Type.Literal('cpm'), Type.Literal('cpc'), Type.Literal('cpb'), Type.Literal('flat')]),
  /** Dollars: per 1,000 views of `cpm`, else of each. */
  price: Type.Number(),
  since: Type.String(),
  /** '' holds at venues of all types. */
  venue_type: Type.String(),
});

const Share = Type.Object({
  percent: Type.Number(),
  /** Null: the share of whoever has none of their own. */
  since: Type.Union([Type.String(), Type.Null()]),
});

export const ExplainedPart = Type.Object({
  /** What it is of, as a filter of reports takes it, and what it is called. */
  id: Type.String(),
  label: Type.String(),
  /** Null where all kinds are taken together. */
  kind: Type.Union([Kind, Type.Null()]),
  /** Of what is open by customer: documents; of the ledger by booking: entries; of visitors their views; of a
   * flight's plan its days. 0 of what has none, such as what is paid. */
  events: Type.Integer(),
  /** Of one event: `events` × `each` is the amount. Null where only a sum is kept, and for what is no money. */
  each: Type.Union([Whole, Type.Null()]),
  amount: Whole,
  /** Of a month: what it came to in the `days`. */
  of_days: Type.Optional(Whole),
  ...Sides,
  /** Versions of the flights' prices that come to this; what several have alike once, since the first. */
  prices: Type.Optional(Type.Array(Price)),
  /** Versions of the owners' shares that come to this, likewise; administrators read price and share together. */
  shares: Type.Optional(Type.Array(Share)),
  /** Of what is paid: the day that the bank says, or of a credit on which it was final; to administrators who entered or approved it, and when. */
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
  /** What comes at a pace: `amount` in `in_ms`, for `for_ms`; amount × for_ms ÷ in_ms, rounded half to even. */
  rate: Type.Optional(Type.Object({ amount: Whole, in_ms: Type.Integer(), for_ms: Type.Integer() })),
  /** The question of the part, where it is not the same one, narrowed to it. */
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
  /** Of energy: views whose energy is an estimate. */
  estimated_views: Type.Optional(Type.Integer()),
});
export type ExplainedPart = Type.Static<typeof ExplainedPart>;

const ExplainedEvent = Type.Object({
  id: Type.String(),
  timestamp: Type.String(),
  /** `reading`: a meter reading that corrects the energy of a view, by its difference. */
  kind: Type.Union([Kind, Type.Literal('reading')]),
  eui: Type.String(),
  /** The UUID that the outlet sent; of a reading that of the event which reported it. Absent of events stored before it was kept. */
  sent_id: Type.Optional(Type.String()),
  outlet: Type.String(),
  advertiser: Type.String(),
  flight: Type.Optional(Type.String()),
  amount: Whole,
  /** Of a trial: what it came to; `amount` is what it would have come to. */
  before: Type.Optional(Whole),
  ...Sides,
  is_estimated: Type.Optional(Type.Boolean()),
  /** Why it does not count; absent where it does. */
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
  /** The figure: what `parts` (or `events`), `left_out` and `unchanged` add up to, to the last digit. */
  total: Whole,
  ...Sides,
  /** What else the reader may take it apart by. */
  choices: Type.Array(Type.Enum([...EXPLAINED_BY])),
  /** The largest first; days, documents and lines in their order, entries the newest first. */
  parts: Type.Array(ExplainedPart),
  /** The newest first. */
  events: Type.Array(ExplainedEvent),
  /**
   * What is not in this answer: on other pages, or (of a document's line) in no event that is still there, or (of one
   * customer's documents) paid ahead of them.
   */
  left_out: Type.Union([LeftOut, Type.Null()]),
  /** Of a trial by event: those that came to the same as they would have; they are in no page. */
  unchanged: Type.Optional(LeftOut),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
  /** Of energy and what is left after it: what a kilowatt-hour is reckoned with. */
  dollars_per_kwh: Type.Optional(Type.Number()),
  /** Of a month: days of the range in service, from which it is reckoned. */
  days: Type.Optional(Type.Number()),
});
export type Explanation = Type.Static<typeof Explanation>;

/** With the query of the figure it explains: range, customer and filters are those of lists and reports. */
export const explainFigure = {
  method: 'GET',
  url: '/explain',
  allowed: 'data',
  summary:
    'Why a figure is what it is: events × what each comes to, in parts that add up to it exactly; of what is open the documents, of a document its lines, of the ledger its entries',
  schema: {
    querystring: Type.Object(
      {
        ...RangeQuery,
        /**
         * Revenue unless it says otherwise. What is receivable, overdue, payable or paid ahead is of now, of all customers or of `cid`, of a
         * customer its own; what was billed to advertisers and is owed to owners is of a `month`; cash and what is earned are the
         * ledger's, whole or of one `booking` in `filters`; what is `paid` is of a `document`, of a customer (`cid`) or the reader's own, what
         * is `open` of a `document`; a payment, a payout and a payout run are named by `of`, as
         * is the flight of which something was `planned` (whole, or `from` and `to` one day) or is `foreseen`, and the campaign.
         */
        figure: Type.Optional(Type.Enum([...EXPLAINED_FIGURES])),
        by: Type.Optional(Type.Enum([...EXPLAINED_BY])),
        /** As in reports. */
        filters: Type.Optional(Type.String({ maxLength: 4_000 })),
        /** Only what had arrived by then, as in reports. */
        known_on: Type.Optional(KnownOn),
        /**
         * A document, or a line of it: instead of range, customer and filters. Of a document ask for its `revenue`, of a line also for what
         * it counts. A final one's line by its place, from 0; another's by
         * kind, month, and EUI or flight's code, `delivery-2026-11-SPRING-1`.
         */
        document: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{36,60}$' })),
        line: Type.Optional(Type.String({ pattern: '^([0-9]{1,7}|[a-z-]{1,20}-[0-9]{4}-[0-9]{2}-.{0,200})$' })),
        /** `YYYY-MM`, of what was billed or is owed. */
        month: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' })),
        /**
         * EUI: of this outlet where it stands now, as the list of outlet profits tells it: its `profit_a_month`, or a figure of events.
         * For administrators.
         */
        outlet: Type.Optional(Eui),
        /** Of which payment, payout or payout run; of which flight or campaign something was planned. */
        of: Type.Optional(RowId),
        /**
         * JSON of a contract trial (docs/business-rules.md#money), as it is sent to be tried: what its days would have come to, whole or of
         * some of them, a customer, and filters of customer, advertiser and flight. For administrators; replays the days each time, but for
         * further pages of single events.
         */
        trial: Type.Optional(Type.String({ maxLength: 2_000 })),
        /** Of the page to go on with, as `next_cursor` said it. */
        cursor: Type.Optional(Cursor),
      },
      { additionalProperties: false },
    ),
    response: { 200: Explanation },
  },
} as const satisfies Endpoint;
