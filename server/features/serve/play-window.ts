import { SECOND_MS } from '#domain/durations.ts';

export type PlayWindow = { readonly issuedMs: number; readonly expiresMs: number };

/** The second that has begun: outlets whose clocks show no fractions are not before it. */
export const secondOf = (instantMs: number): number => Math.floor(instantMs / SECOND_MS) * SECOND_MS;

/**
 * From when to when a play may be shown, both included, in whole seconds: it ends before any of the ends (of its flight, of the
 * outlet's time there; null: none), since a view at that moment is of a flight or an owner of before. Null where nothing is left.
 */
export function playWindow(nowMs: number, playMs: number, ends: readonly (number | null)[]): PlayWindow | null {
  const issuedMs = secondOf(nowMs);
  let expiresMs = secondOf(issuedMs + playMs);
  for (const endMs of ends) if (endMs !== null) expiresMs = Math.min(expiresMs, secondOf(endMs - 1));
  return expiresMs > issuedMs ? { issuedMs, expiresMs } : null;
}
