/**
 * Money is integer micro-dollars, as a bigint (sums) or a number (single amounts below 2^53). A dollar is one unit of
 * the installation's currency.
 */

/** Divides and rounds half to even, which avoids a systematic rounding bias. `divisor` must be positive. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n;
  const magnitude = negative ? -dividend : dividend;
  const quotient = magnitude / divisor;
  const twiceRest = 2n * (magnitude % divisor);
  const up = twiceRest > divisor || (twiceRest === divisor && quotient % 2n === 1n);
  const rounded = up ? quotient + 1n : quotient;
  return negative ? -rounded : rounded;
}

/**
 * Converts micro-dollars to dollars with at most six decimals: the nearest JSON number, exact up to 9 billion dollars.
 */
export const dollars = (micros: bigint | number): number => Number(micros) / 1_000_000;

/** Formats micro-dollars as dollars with six decimals, exactly. */
export function exactDollars(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(7, '0');
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

export const MICROS_PER_CENT = 10_000;

/** Converts a share such as 0.3 to parts per million, the stored unit. */
export const sharePpm = (share: number): number => Math.round(share * 1_000_000);

/**
 * Returns the owner's part of one event's amount. The network gets the remainder (docs/decisions.md#money-and-energy).
 */
export const ownerMicros = (amountMicros: number, ppm: number): number =>
  Number(divideHalfEven(BigInt(amountMicros) * BigInt(ppm), 1_000_000n));

/** Price models: per 1,000 views, per click, per burn, or a flat amount per view. */
export type PriceModel = 'cpm' | 'cpc' | 'cpb' | 'flat';
export type BillableKind = 'view' | 'click' | 'burn';

/** Returns the advertiser's cost for one event, in micro-dollars. `priceMicros` is per 1,000 views for CPM. */
export function amountMicros(kind: BillableKind, model: PriceModel, priceMicros: number): number {
  if (model === 'cpm') return kind === 'view' ? Number(divideHalfEven(BigInt(priceMicros), 1_000n)) : 0;
  const paidKind = { cpc: 'click', cpb: 'burn', flat: 'view' }[model];
  return kind === paidKind ? priceMicros : 0;
}

/**
 * Decimal dollars with at most nine digits before the point. Micro-dollars then stay below 2^53, so that a number
 * represents them exactly.
 */
const DOLLARS = /^([0-9]{1,9})(?:\.([0-9]{1,6}))?$/;

/**
 * Converts decimal dollars to micro-dollars, exactly. Null unless the text has only digits and at most six decimals.
 */
export function parseMicros(text: string): number | null {
  const match = DOLLARS.exec(text.trim());
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  return Number(whole + fraction.padEnd(6, '0'));
}

/**
 * Converts a share as decimal text, `0.3` or `30%`, to parts per million, exactly. Null outside 0 to 1, or with more
 * decimals.
 */
export function parseSharePpm(text: string): number | null {
  const match = /^([0-9]{1,3})(?:\.([0-9]{1,6}))?(%?)$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = '', fraction = '', percent = ''] = match;
  const millionths = BigInt(whole + fraction.padEnd(6, '0'));
  const divisor = percent === '' ? 1n : 100n;
  if (millionths % divisor !== 0n || millionths / divisor > 1_000_000n) return null;
  return Number(millionths / divisor);
}
