import { HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import { type Rejection, rejection } from './rejection.ts';

const FIRST_RETRY_SECONDS = 10;
/** A tenth of the event's age: a click of a day ago is not sent again each few seconds. */
const RETRY_PART = 10;

/** The view of a click or burn is not stored. It may still arrive, however late, so the answer says when to try again. */
export function unknownView(timestampMs: number, nowMs: number): Rejection {
  const waitMs = Math.min(HOUR_MS, (nowMs - timestampMs) / RETRY_PART);
  return { ...rejection('unknown_view'), retryAfter: Math.max(FIRST_RETRY_SECONDS, Math.ceil(waitMs / SECOND_MS)) };
}
