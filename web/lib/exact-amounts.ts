import { CURRENCY_SIGN } from './page-currency.ts';

const MILLION = 1_000_000n;
const group = new Intl.NumberFormat('en-US');

/** Digits of millionths as a decimal number, without losing one: `−1,234.500000`, with `unit` between sign and number. */
export function millionths(digits: string | bigint, unit = ''): string {
  const value = BigInt(digits);
  const magnitude = value < 0n ? -value : value;
  const rest = (magnitude % MILLION).toString().padStart(6, '0');
  return `${value < 0n ? '−' : ''}${unit}${group.format(magnitude / MILLION)}.${rest}`;
}

/** Micro-dollars to the last digit: `$0.002000`. */
export const exactDollars = (micros: string | bigint): string => millionths(micros, CURRENCY_SIGN);

/** The same with a plus, of what changed. */
export const exactChange = (micros: bigint): string => `${micros > 0n ? '+' : ''}${exactDollars(micros)}`;

/** 1,234 of a number of any size. */
export const wholeNumber = (digits: string): string => group.format(BigInt(digits));
