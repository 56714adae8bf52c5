import { CLOCK_TOLERANCE_MS } from './clock-tolerance.ts';
import { highest } from './extremes.ts';
import { amountMicros, type BillableKind, type PriceModel } from './money.ts';
import { expectedPerView } from './pacing.ts';
import { priceAt, type VenuePrice } from './price-at.ts';

type Price = VenuePrice & { readonly model: PriceModel; readonly priceMicros: number };

export type PlayPrice = {
  /** Maximum cost of the play's view, one click and one burn while the play is valid. This amount is reserved. */
  readonly reservedMicros: number;
  /** Expected revenue per view. */
  readonly perViewMicros: number;
};

const KINDS: readonly BillableKind[] = ['view', 'click', 'burn'];

/**
 * Calculates the cost of a play that is valid between two times (both inclusive), at a type of venue. Null if no price
 * is in effect yet. In the click and burn models, the cost is the price of the click or burn: the view earns nothing,
 * but the later event must be paid. The reserved amount covers any time that the outlet's clock may show.
 */
export function playPrice(
  prices: readonly Price[],
  venueType: string,
  { issuedMs, expiresMs }: { readonly issuedMs: number; readonly expiresMs: number },
): PlayPrice | null {
  const first = priceAt(prices, venueType, issuedMs);
  if (first === undefined) return null;
  const [fromMs, toMs] = [issuedMs - CLOCK_TOLERANCE_MS, expiresMs + CLOCK_TOLERANCE_MS];
  const held = [priceAt(prices, venueType, fromMs) ?? first];
  for (const { validFrom } of prices) {
    const later = validFrom > fromMs && validFrom <= toMs ? priceAt(prices, venueType, validFrom) : undefined;
    if (later !== undefined) held.push(later);
  }
  const mostOf = (kind: BillableKind) =>
    highest(held.map(({ model, priceMicros }) => amountMicros(kind, model, priceMicros)));
  return {
    reservedMicros: KINDS.reduce((sum, kind) => sum + mostOf(kind), 0),
    perViewMicros: expectedPerView(first.model, first.priceMicros),
  };
}
