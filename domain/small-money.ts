/**
 * One rule for screens, paper and mails: an amount that isn't zero is never shown as zero. Where two decimals would say `$0.00` it is
 * `<$0.01`, and `-<$0.01` below zero. `cent` is one cent as the place writes it, `minus` its sign.
 */
export const belowCent = (isNegative: boolean, cent: string, minus = '-'): string =>
  `${isNegative ? minus : ''}<${cent}`;

/** Dollars below half a micro-dollar are the rest of a sum of floats: no amount is that small. */
const NO_AMOUNT = 0.000_000_5;
/** Two decimals round less than that to zero. */
const HALF_CENT = 0.005;

/** Writes dollars with `format`, which rounds to cents. */
export function writeDollars(dollars: number, format: (dollars: number) => string): string {
  const magnitude = Math.abs(dollars);
  if (magnitude < NO_AMOUNT) return format(0);
  return magnitude < HALF_CENT ? belowCent(dollars < 0, format(0.01)) : format(dollars);
}

/** A tick of an axis in dollars: two decimals, or as many more as it has, so that no two ticks read the same. */
export const tickDollars = (dollars: number): string => dollars.toFixed(7).replace(/(\.\d\d\d*?)0+$/, '$1');
