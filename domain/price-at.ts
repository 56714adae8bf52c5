import type { Version } from './version-at.ts';

/**
 * A price in effect from a point in time, for one type of venue. If `venueType` is '', the price applies to all venue
 * types without their own price.
 */
export type VenuePrice = Version & { readonly venueType: string };

/**
 * Returns the price in effect at a venue: the newest one, specific or general. So an administrator's later price for
 * the whole flight replaces the rate card's prices. If both start at the same time, the venue type's price applies.
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
