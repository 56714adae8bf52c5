import { HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import { type Rejection, rejection } from '../check/rejection.ts';

const FIRST_RETRY_SECONDS = 10;
/** A tenth of the event's age, so that a day-old click is not resent every few seconds. */
const RETRY_PART = 10;

/**
 * Rejects a click or burn whose view is not stored. The view may still arrive, however late, so the result says when to
 * retry.
 */
export function unknownView(timestampMs: number, nowMs: number): Rejection {
  const waitMs = Math.min(HOUR_MS, (nowMs - timestampMs) / RETRY_PART);
  return { ...rejection('unknown_view'), retryAfter: Math.max(FIRST_RETRY_SECONDS, Math.ceil(waitMs / SECOND_MS)) };
}
