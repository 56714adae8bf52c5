import { divideHalfEven } from './money.ts';

const MICROS_PER_CENT = 10_000n;

export type WholeCents = { readonly cents: number; readonly carriedMicros: number };

/** "Documents are in whole cents, rounded half to even; the rest is carried to the next one." */
export function wholeCents(micros: bigint): WholeCents {
  const cents = divideHalfEven(micros, MICROS_PER_CENT);
  return { cents: Number(cents), carriedMicros: Number(micros - cents * MICROS_PER_CENT) };
}
