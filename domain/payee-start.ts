import { DAY_MS } from './durations.ts';

/** Delay of payouts after an account's confirmation, so that the owner can object to a change first. */
const WAIT_MS = DAY_MS;

/** When payouts to a confirmed account start. */
export const payoutsStartAt = (confirmedAtMs: number): number => confirmedAtMs + WAIT_MS;

/** When payouts to an account start. Null if they have already started. */
export function waitsUntil(confirmedAtMs: number, nowMs: number): number | null {
  const startAt = payoutsStartAt(confirmedAtMs);
  return startAt > nowMs ? startAt : null;
}

/** `2026-11-30 07:05 UTC`, for messages and mails. */
export const startText = (startAtMs: number): string =>
  `${new Date(startAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
