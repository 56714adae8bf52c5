import { CLOCK_TOLERANCE_MS } from './clock-tolerance.ts';
import { highest } from './extremes.ts';
import { amountMicros, type BillableKind, type PriceModel } from './money.ts';
import { expectedPerView } from './pacing.ts';
import { priceAt, type VenuePrice } from './price-at.ts';

type Price = VenuePrice & { readonly model: PriceModel; readonly priceMicros: number };

export type PlayPrice = {
  /** The most that its view, one click and one burn may cost while it is valid: so much is kept for it. */
  readonly reservedMicros: number;
  /** What it is expected to bring. */
  readonly perViewMicros: number;
};

const KINDS: readonly BillableKind[] = ['view', 'click', 'burn'];

/**
 * What a play costs that is valid between two instants (both included), at a venue of a type; null where no price holds yet. By
 * click or burn it is the price of that: a view earns nothing there, and what follows it has to be paid all the same. What is kept
 * pays for every instant that an outlet's clock may show then.
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
