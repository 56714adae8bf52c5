import { divideHalfEven, MICROS_PER_CENT } from './money.ts';

export type WholeCents = { readonly cents: number; readonly carriedMicros: number };

/**
 * Rounds an amount for a document: "Documents are in whole cents, rounded half to even; the rest is carried to the next
 * one."
 */
export function wholeCents(micros: bigint): WholeCents {
  const perCent = BigInt(MICROS_PER_CENT);
  const cents = divideHalfEven(micros, perCent);
  return { cents: Number(cents), carriedMicros: Number(micros - cents * perCent) };
}
