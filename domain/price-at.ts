import type { Version } from './version-at.ts';

/** A price that holds from an instant on, at venues of one type or ('') at all that have none of their own. */
export type VenuePrice = Version & { readonly venueType: string };

/**
 * The price that holds at an instant at a venue: the newest one, whether it is the type's or the general one, so that what an
 * administrator sets for the whole flight later takes the place of the card's; of two of one moment that of the type.
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
