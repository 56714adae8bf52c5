import { currencyMark } from '#domain/currency.ts';
import { divideHalfEven, MICROS_PER_CENT } from '#domain/money.ts';
import { belowCent } from '#domain/small-money.ts';

const groups = new Intl.NumberFormat('en-US');

/** Rounds micro-dollars to whole cents, half to even. */
export const centsOf = (micros: bigint): bigint => divideHalfEven(micros, BigInt(MICROS_PER_CENT));

/** Formats cents, such as `$1,234.56`. */
export function shownCents(cents: bigint, currency: string): string {
  const magnitude = cents < 0n ? -cents : cents;
  const rest = (magnitude % 100n).toString().padStart(2, '0');
  return `${cents < 0n ? '−' : ''}${currencyMark(currency)}${groups.format(magnitude / 100n)}.${rest}`;
}

/** Formats micro-dollars, such as `$1,234.56`, or `<$0.01` for an amount that would round to zero but isn't zero. */
export function shownMicros(micros: bigint, currency: string): string {
  const cents = centsOf(micros);
  if (cents !== 0n || micros === 0n) return shownCents(cents, currency);
  return belowCent(micros < 0n, shownCents(1n, currency), '−');
}

export const shownCount = (count: number): string => groups.format(count);

/** Formats milliwatt-hours as kWh with three decimals. */
export function shownKwh(milliWh: bigint): string {
  const wattHours = divideHalfEven(milliWh, 1_000n);
  return `${groups.format(wattHours / 1_000n)}.${(wattHours % 1_000n).toString().padStart(3, '0')}`;
}

/**
 * Returns round tick values from 0 that cover `highest`, in at most `most` steps, each 1, 2 or 5 times a power of ten.
 */
export function axisTicks(highest: number, most: number): number[] {
  if (!(highest > 0)) return [0, 1];
  const rough = highest / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const steps = Math.ceil(highest / step);
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
