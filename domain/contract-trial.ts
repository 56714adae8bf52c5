import type { FigureOfTrials } from '#contract/explain.ts';
import { amountMicros, type BillableKind, divideHalfEven, ownerMicros, type PriceModel } from './money.ts';

/** The simulated terms that replace the actual contracts. Null leaves the actual term in effect. */
export type TrialTerms = {
  /** For one owner, or for all owners if `customerKey` is null. `ppm` is parts per million. */
  readonly share: { readonly customerKey: number | null; readonly ppm: number } | null;
  readonly price: { readonly flightKey: number; readonly model: PriceModel; readonly priceMicros: number } | null;
  /** Price change for all flights without a simulated price, in hundredths of a percent: 500 is 5% more. */
  readonly changeOfPrices: number | null;
};

/** One event, or several identical ones, with the terms that were fixed when it was accepted. */
export type TriedEvent = {
  readonly kind: BillableKind;
  readonly customerKey: number;
  readonly flightKey: number;
  readonly amountMicros: number;
  readonly ownerMicros: number;
  /** The owner's share, in parts per million, in effect when the event was accepted. */
  readonly ppm: number;
};

export type Earned = { readonly amount: number; readonly owner: number };

const WHOLE = 10_000;

/**
 * Returns the simulated earnings for one event. If no simulated term applies, returns the recorded amounts, so that a
 * trial of the current contracts changes nothing. Otherwise, amounts are calculated and rounded as for a new event.
 */
export function tryTerms(event: TriedEvent, { share, price, changeOfPrices }: TrialTerms): Earned {
  const amount = triedAmount(event, price, changeOfPrices);
  const isShared = share !== null && (share.customerKey === null || share.customerKey === event.customerKey);
  if (isShared) return { amount, owner: ownerMicros(amount, share.ppm) };
  if (amount === event.amountMicros) return { amount, owner: event.ownerMicros };
  return { amount, owner: ownerMicros(amount, event.ppm) };
}

function triedAmount(event: TriedEvent, price: TrialTerms['price'], change: number | null): number {
  if (price !== null && price.flightKey === event.flightKey)
    return amountMicros(event.kind, price.model, price.priceMicros);
  if (change === null || change === 0) return event.amountMicros;
  return Number(divideHalfEven(BigInt(event.amountMicros) * BigInt(WHOLE + change), BigInt(WHOLE)));
}

/** Returns one event's contribution to a figure. `earned` is null for an invalid event. */
export function figureOf(figure: FigureOfTrials, earned: Earned | null): number {
  if (earned === null) return 0;
  if (figure === 'views') return 1;
  if (figure === 'revenue') return earned.amount;
  return figure === 'owner_share' ? earned.owner : earned.amount - earned.owner;
}

/** Dimensions by which a trial's results can be broken down, in addition to individual events. */
export const TRIED_BY = ['flight', 'advertiser', 'customer', 'day'] as const;
export type TriedBy = (typeof TRIED_BY)[number];

/** The requested part of a trial's result. */
export type AskedOfTrial = {
  readonly figure: FigureOfTrials;
  /** Days in the network's time zone, both inclusive. Null for all days of the trial. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** Filters by ID, or by code for flights. An absent filter matches everything. */
  readonly only: { readonly [Name in 'customer' | 'advertiser' | 'flight']?: readonly string[] };
};

/**
 * Events of one kind that share a breakdown value and the simulated amounts per event. For the figure `views`, events
 * with different amounts are combined.
 */
export type TriedPart = {
  readonly id: string;
  readonly label: string;
  readonly kind: BillableKind;
  readonly each: string;
  readonly ownerEach: string;
  readonly events: number;
  readonly paid: bigint;
  readonly owner: bigint;
};

/** One event with its actual and simulated earnings, which are null if it is invalid. */
export type TriedSingle = {
  readonly eventId: bigint;
  readonly timestampMs: number;
  readonly kind: BillableKind;
  readonly outletKey: number;
  readonly customerKey: number;
  readonly advertiserKey: number;
  readonly flightKey: number;
  readonly before: Earned | null;
  readonly after: Earned | null;
};

/** A page of events, newest first. `before`: the last event of the previous page; null for the first page. */
export type TriedPage = { readonly before: EventPlace | null; readonly limit: number };
export type EventPlace = { readonly timestampMs: number; readonly eventId: bigint };

/** Compares two positions. The later event is the larger one, and events with the same timestamp are ordered by ID. */
export const comparePlaces = (one: EventPlace, other: EventPlace): number =>
  one.timestampMs - other.timestampMs || (one.eventId < other.eventId ? -1 : one.eventId > other.eventId ? 1 : 0);
