/**
 * Formats an amount below one cent. Screens, paper and mails never show a nonzero amount as zero: where two decimals
 * would give `$0.00`, they show `<$0.01`, or `-<$0.01` if negative. `cent` is one cent in the local format, `minus` the
 * local minus sign.
 */
export const belowCent = (isNegative: boolean, cent: string, minus = '-'): string =>
  `${isNegative ? minus : ''}<${cent}`;

/** Upper limit of floating-point residue, in dollars: half a micro-dollar. No real amount is that small. */
const NO_AMOUNT = 0.000_000_5;
/** Half a cent, in dollars. Smaller amounts round to zero with two decimals. */
const HALF_CENT = 0.005;

/** Formats dollars with `format`, which rounds to cents. */
export function writeDollars(dollars: number, format: (dollars: number) => string): string {
  const magnitude = Math.abs(dollars);
  if (magnitude < NO_AMOUNT) return format(0);
  return magnitude < HALF_CENT ? belowCent(dollars < 0, format(0.01)) : format(dollars);
}

/** Formats an axis tick in dollars: two decimals, or more if needed, so that no two ticks look the same. */
export const tickDollars = (dollars: number): string => dollars.toFixed(7).replace(/(\.\d\d\d*?)0+$/, '$1');
