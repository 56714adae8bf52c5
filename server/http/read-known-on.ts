import { INSTANT_FORMS, readInstant } from '../lib/read-instant.ts';
import { AppError } from './app-error.ts';

/**
 * Parses a query's `known_on` to epoch ms: a time, or the start of a date in the network's time zone. Returns null for
 * now. Throws for an invalid or future time.
 */
export function readKnownOn(text: string | undefined, zone: string, nowMs: number): number | null {
  if (text === undefined) return null;
  const at = readInstant(text, zone);
  if (at === null) throw new AppError('invalid', `'${text}' is not a time. Use ${INSTANT_FORMS}.`);
  if (at > nowMs) throw new AppError('invalid', 'known_on must not be in the future. Use an earlier time, or omit it.');
  // Nothing arrived before 1970, and the store's clock has no negative seconds.
  return Math.max(0, at);
}
