import { SECOND_MS } from '#domain/durations.ts';

export type PlayWindow = { readonly issuedMs: number; readonly expiresMs: number };

/** Rounds down to the full second, so that outlets whose clocks show no fractions do not report an earlier time. */
export const secondOf = (instantMs: number): number => Math.floor(instantMs / SECOND_MS) * SECOND_MS;

/**
 * Returns the first and last full second in which a play may be shown, both included. The window closes before each of
 * `ends`: the flight's end, and the end of the outlet's time at the place (null: none). From then on, a view would
 * belong to another flight or owner. Returns null if no time is left.
 */
export function playWindow(nowMs: number, playMs: number, ends: readonly (number | null)[]): PlayWindow | null {
  const issuedMs = secondOf(nowMs);
  let expiresMs = secondOf(issuedMs + playMs);
  for (const endMs of ends) if (endMs !== null) expiresMs = Math.min(expiresMs, secondOf(endMs - 1));
  return expiresMs > issuedMs ? { issuedMs, expiresMs } : null;
}
