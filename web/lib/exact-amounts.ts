import { CURRENCY_SIGN } from './page-currency.ts';

const MILLION = 1_000_000n;
const group = new Intl.NumberFormat('en-US');

/**
 * Formats an integer number of millionths as a decimal without losing a digit: `−1,234.500000`. `unit` is placed
 * between the sign and the number.
 */
export function millionths(digits: string | bigint, unit = ''): string {
  const value = BigInt(digits);
  const magnitude = value < 0n ? -value : value;
  const rest = (magnitude % MILLION).toString().padStart(6, '0');
  return `${value < 0n ? '−' : ''}${unit}${group.format(magnitude / MILLION)}.${rest}`;
}

/** Formats micro-dollars with all six decimals: `$0.002000`. */
export const exactDollars = (micros: string | bigint): string => millionths(micros, CURRENCY_SIGN);

/** Formats a change in micro-dollars, with a plus sign if positive. */
export const exactChange = (micros: bigint): string => `${micros > 0n ? '+' : ''}${exactDollars(micros)}`;

/** Formats an integer of any size: 1,234. */
export const wholeNumber = (digits: string): string => group.format(BigInt(digits));
