import { currencyMark } from '#domain/currency.ts';

const groups = new Intl.NumberFormat('en-US');

/** Formats money exactly, with six decimals, so that printed lines add up to the printed total. */
export function exactMoney(micros: bigint, currency: string): string {
  const magnitude = micros < 0n ? -micros : micros;
  const rest = (magnitude % 1_000_000n).toString().padStart(6, '0');
  return `${micros < 0n ? '−' : ''}${currencyMark(currency)}${groups.format(magnitude / 1_000_000n)}.${rest}`;
}

export function centsMoney(cents: number, currency: string): string {
  const magnitude = BigInt(Math.abs(cents));
  const rest = (magnitude % 100n).toString().padStart(2, '0');
  return `${cents < 0 ? '−' : ''}${currencyMark(currency)}${groups.format(magnitude / 100n)}.${rest}`;
}
