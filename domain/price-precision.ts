import { amountMicros, dollars, type PriceModel } from './money.ts';

/** Maximum relative rounding error of a price per 1,000 views, which is charged in whole micro-dollars per view. */
const MOST_DISTORTION = 0.001;

/**
 * Describes the rounding problem if whole micro-dollars per view would distort a price, with the nearest exact prices.
 * Null for every other price.
 */
export function pricePrecisionProblem(model: PriceModel, priceMicros: number): string | null {
  if (model !== 'cpm') return null;
  const charged = 1_000 * amountMicros('view', model, priceMicros);
  if (Math.abs(charged - priceMicros) <= priceMicros * MOST_DISTORTION) return null;
  const below = Math.floor(priceMicros / 1_000) * 1_000;
  // Zero is not a useful suggestion.
  const exact = [below, below + 1_000].filter((micros) => micros > 0).map((micros) => dollars(micros).toFixed(3));
  return `${dollars(priceMicros)} per 1,000 views would be charged as ${dollars(charged)}, because views are priced in whole millionths; use ${exact.join(' or ')}`;
}
