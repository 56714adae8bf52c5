import type { Version } from './version-at.ts';

/** A price from an instant on, at venues of one type or, with '', at all without their own price. */
export type VenuePrice = Version & { readonly venueType: string };

/**
 * The price in effect at an instant at a venue: the newest one, specific or general. An administrator's later price for
 * the whole flight thus replaces the rate card's. If both start at the same moment, the type's price applies.
 */
export function priceAt<Price extends VenuePrice>(
  prices: readonly Price[],
  venueType: string,
  instantMs: number,
): Price | undefined {
  const type = venueType.trim().toLowerCase();
  let held: Price | undefined;
  for (const price of prices) {
    if (price.validFrom > instantMs || (price.venueType !== '' && price.venueType !== type)) continue;
    const isNewer = held === undefined || price.validFrom > held.validFrom;
    if (isNewer || (price.validFrom === held?.validFrom && price.venueType !== '')) held = price;
  }
  return held;
}
