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
