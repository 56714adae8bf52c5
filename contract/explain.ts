import * as Type from 'typebox';
import { Cursor, Period, RangeQuery, WrittenInstant } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/** Figures that events add up to. */
const FIGURES_OF_EVENTS = ['revenue', 'views', 'clicks', 'burns', 'energy'] as const;
export type FigureOfEvents = (typeof FIGURES_OF_EVENTS)[number];

/** What is open of final documents, of all for administrators, of their own for who is paid or owes. */
const FIGURES_OF_BOOKS = ['receivable', 'overdue', 'payable'] as const;
export type FigureOfBooks = (typeof FIGURES_OF_BOOKS)[number];

/** What the final documents of a month come to, and what is in payout runs that are under way; for administrators. */
const FIGURES_OF_PAPER = ['billed', 'owed', 'in_payout'] as const;
export type FigureOfPaper = (typeof FIGURES_OF_PAPER)[number];

/** What the network has and earned by its ledger, for administrators. */
const FIGURES_OF_LEDGER = ['cash', 'earned'] as const;
export type FigureOfLedger = (typeof FIGURES_OF_LEDGER)[number];

/** Figures that can be asked why they are what they are. */
export const EXPLAINED_FIGURES = [
  ...FIGURES_OF_EVENTS,
  ...FIGURES_OF_BOOKS,
  ...FIGURES_OF_PAPER,
  ...FIGURES_OF_LEDGER,
] as const;
export type ExplainedFigure = (typeof EXPLAINED_FIGURES)[number];

export const isFigureOfBooks = (figure: ExplainedFigure): figure is FigureOfBooks =>
  FIGURES_OF_BOOKS.some((one) => one === figure);

export const isFigureOfPaper = (figure: ExplainedFigure): figure is FigureOfPaper =>
  FIGURES_OF_PAPER.some((one) => one === figure);

export const isFigureOfLedger = (figure: ExplainedFigure): figure is FigureOfLedger =>
  FIGURES_OF_LEDGER.some((one) => one === figure);

/** What a figure of events is taken apart by; `event` is the events themselves. */
const EVENTS_BY = ['flight', 'advertiser', 'customer', 'outlet', 'day', 'event'] as const;
export type EventsBy = (typeof EVENTS_BY)[number];

/**
 * What is open is taken apart by customer, and of one customer by document; what payout runs pay by customer, a month by document; the
 * total of a document by line; the ledger by what was booked, and that by entry.
 */
export const EXPLAINED_BY = [...EVENTS_BY, 'document', 'line', 'booking', 'entry'] as const;
export type ExplainedBy = (typeof EXPLAINED_BY)[number];

/** Digits of micro-dollars, events or milliwatt-hours, so that none is lost. */
const Whole = Type.String({ pattern: '^-?[0-9]+$' });

const Kind = Type.Union([Type.Literal('view'), Type.Literal('click'), Type.Literal('burn')]);

/**
 * Both sides of an amount; only administrators read it. They add up to the amount. Where the amount is an owner's part, of its
 * statement, `paid` is what it is a part of: what advertisers pay.
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
  /** Of what is open by customer: documents; of the ledger by booking: entries. 0 of what has neither, such as what is paid. */
  events: Type.Integer(),
  /** Of one event: `events` × `each` is the amount. Null where only a sum is kept, and for what is no money. */
  each: Type.Union([Whole, Type.Null()]),
  amount: Whole,
  ...Sides,
  /** Versions of the flights' prices that come to this; what several have alike once, since the first. */
  prices: Type.Optional(Type.Array(Price)),
  /** Versions of the owners' shares that come to this, likewise; administrators read price and share together. */
  shares: Type.Optional(Type.Array(Share)),
  /** Of energy: views whose energy is an estimate. */
  estimated_views: Type.Optional(Type.Integer()),
});
export type ExplainedPart = Type.Static<typeof ExplainedPart>;

const ExplainedEvent = Type.Object({
  id: Type.String(),
  timestamp: Type.String(),
  kind: Kind,
  eui: Type.String(),
  outlet: Type.String(),
  advertiser: Type.String(),
  flight: Type.Optional(Type.String()),
  amount: Whole,
  ...Sides,
  is_estimated: Type.Optional(Type.Boolean()),
});
export type ExplainedEvent = Type.Static<typeof ExplainedEvent>;

const LeftOut = Type.Object({ parts: Type.Integer(), amount: Whole, ...Sides });

export const Explanation = Type.Object({
  period: Period,
  figure: Type.Enum([...EXPLAINED_FIGURES]),
  by: Type.Enum([...EXPLAINED_BY]),
  unit: Type.Union([Type.Literal('micro-dollars'), Type.Literal('events'), Type.Literal('milliwatt-hours')]),
  /** The figure: what `parts` (or `events`) and `left_out` add up to, to the last digit. */
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
  next_cursor: Type.Union([Type.String(), Type.Null()]),
  /** Of energy: what a kilowatt-hour is reckoned with. */
  dollars_per_kwh: Type.Optional(Type.Number()),
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
         * Revenue unless it says otherwise. What is receivable, overdue or payable is of now, of all customers or of `cid`, of a
         * customer its own; what was billed to advertisers and is owed to owners is of a `month`; cash and what is earned are the
         * ledger's, whole or of one `booking` in `filters`.
         */
        figure: Type.Optional(Type.Enum([...EXPLAINED_FIGURES])),
        by: Type.Optional(Type.Enum([...EXPLAINED_BY])),
        /** As in reports. */
        filters: Type.Optional(Type.String({ maxLength: 4_000 })),
        /** Only what had arrived by then, as in reports. */
        known_on: Type.Optional(WrittenInstant),
        /**
         * A document, or a line of it: instead of range, customer and filters. A final one's line by its place, from 0; another's by
         * kind, month, and EUI or flight's code, `delivery-2026-11-SPRING-1`.
         */
        document: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{36,60}$' })),
        line: Type.Optional(Type.String({ pattern: '^([0-9]{1,7}|[a-z-]{1,20}-[0-9]{4}-[0-9]{2}-.{0,200})$' })),
        /** `YYYY-MM`, of what was billed or is owed. */
        month: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' })),
        /** Of the page to go on with, as `next_cursor` said it. */
        cursor: Type.Optional(Cursor),
      },
      { additionalProperties: false },
    ),
    response: { 200: Explanation },
  },
} as const satisfies Endpoint;
