import { DAY_MS } from './durations.ts';
import { instantWords } from './instant-words.ts';

/** How long payouts wait after an account is confirmed, so that the owner can object to a change first. */
const WAIT_MS = DAY_MS;

/** Returns when payouts to a confirmed account start. */
export const payoutsStartAt = (confirmedAtMs: number): number => confirmedAtMs + WAIT_MS;

/** Returns when payouts to an account start; null if they have already started. */
export function waitsUntil(confirmedAtMs: number, nowMs: number): number | null {
  const startAt = payoutsStartAt(confirmedAtMs);
  return startAt > nowMs ? startAt : null;
}

/** Formats a time as `Nov 30, 2026, 7:05 AM UTC`, for messages and mails. */
export const startText = (startAtMs: number): string => instantWords(startAtMs, 'UTC');
