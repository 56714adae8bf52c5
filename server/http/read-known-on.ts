import { INSTANT_FORMS, readInstant } from '../lib/read-instant.ts';
import { AppError } from './app-error.ts';

/**
 * Reads `known_on` of a query (epoch ms): a past instant, or the first moment of a date in the network's zone. Null
 * means now.
 */
export function readKnownOn(text: string | undefined, zone: string, nowMs: number): number | null {
  if (text === undefined) return null;
  const at = readInstant(text, zone);
  if (at === null) throw new AppError('invalid', `'${text}' is no instant; write ${INSTANT_FORMS}.`);
  if (at > nowMs)
    throw new AppError('invalid', 'known_on must not be in the future. Choose an earlier instant, or leave it out.');
  // Nothing arrived before the epoch, and the store's clock has no such second.
  return Math.max(0, at);
}
