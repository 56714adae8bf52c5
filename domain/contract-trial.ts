import type { FigureOfTrials } from '#contract/explain.ts';
import { amountMicros, type BillableKind, divideHalfEven, ownerMicros, type PriceModel } from './money.ts';

/** What is tried in place of the contracts that held; null leaves them as they are. */
export type TrialTerms = {
  /** Of one owner, or of all (null). */
  readonly share: { readonly customerKey: number | null; readonly ppm: number } | null;
  readonly price: { readonly flightKey: number; readonly model: PriceModel; readonly priceMicros: number } | null;
  /** Of all flights without a price of the trial, in hundredths of a percent: 500 is 5% more. */
  readonly changeOfPrices: number | null;
};

/** An event, or many that are alike, as it was fixed when it was accepted. */
export type TriedEvent = {
  readonly kind: BillableKind;
  readonly customerKey: number;
  readonly flightKey: number;
  readonly amountMicros: number;
  readonly ownerMicros: number;
  /** The owner's share that held then. */
  readonly ppm: number;
};

export type Earned = { readonly amount: number; readonly owner: number };

const WHOLE = 10_000;

/**
 * What one event would have come to. Where no term of the trial touches it, it is what was fixed, so that a trial of today's
 * contracts differs in nothing; all else is reckoned and rounded as on acceptance.
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

/** What one event is of a figure; null is what does not count. */
export function figureOf(figure: FigureOfTrials, earned: Earned | null): number {
  if (earned === null) return 0;
  if (figure === 'views') return 1;
  if (figure === 'revenue') return earned.amount;
  return figure === 'owner_share' ? earned.owner : earned.amount - earned.owner;
}

/** What a trial is taken apart by beside its single events. */
export const TRIED_BY = ['flight', 'advertiser', 'customer', 'day'] as const;
export type TriedBy = (typeof TRIED_BY)[number];

/** Of what a trial comes to, which part is asked for. */
export type AskedOfTrial = {
  readonly figure: FigureOfTrials;
  /** Days of the network's zone, both included; null is all of the trial's. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** By id, a flight by its code; what is absent narrows nothing. */
  readonly only: { readonly [Name in 'customer' | 'advertiser' | 'flight']?: readonly string[] };
};

/** Events of a kind that would have come to the same each, and what they come to; a count comes to itself. */
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

/** One event with what it came to and would have come to; null is what does not count. */
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

/** A page of them, the newest first, after the place of another. */
export type TriedPage = { readonly before: EventPlace | null; readonly limit: number };
export type EventPlace = { readonly timestampMs: number; readonly eventId: bigint };

/** The larger is the later: events of one instant go by their ids. */
export const comparePlaces = (one: EventPlace, other: EventPlace): number =>
  one.timestampMs - other.timestampMs || (one.eventId < other.eventId ? -1 : one.eventId > other.eventId ? 1 : 0);
