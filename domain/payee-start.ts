import { DAY_MS } from './durations.ts';

/** How long payouts wait after an account is confirmed, so that the owner can object to a change first. */
const WAIT_MS = DAY_MS;

/** Returns when payouts to a confirmed account start. */
export const payoutsStartAt = (confirmedAtMs: number): number => confirmedAtMs + WAIT_MS;

/** Returns when payouts to an account start; null if they have already started. */
export function waitsUntil(confirmedAtMs: number, nowMs: number): number | null {
  const startAt = payoutsStartAt(confirmedAtMs);
  return startAt > nowMs ? startAt : null;
}

/** Formats a time as `2026-11-30 07:05 UTC`, for messages and mails. */
export const startText = (startAtMs: number): string =>
  `${new Date(startAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
