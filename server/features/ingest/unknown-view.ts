import { MINUTE_MS } from '#domain/durations.ts';
import { type Rejection, rejection } from './rejection.ts';

/** A view of the last minutes may be on its way, by another line of the outlet or at another process. */
const ON_THE_WAY_MS = 5 * MINUTE_MS;
const RETRY_AFTER_SECONDS = 10;

/** The view of a click or burn is not stored; a young one is asked to come again by itself. */
export function unknownView(timestampMs: number, nowMs: number): Rejection {
  const isYoung = timestampMs >= nowMs - ON_THE_WAY_MS;
  return isYoung ? { ...rejection('unknown_view'), retryAfter: RETRY_AFTER_SECONDS } : rejection('unknown_view');
}
