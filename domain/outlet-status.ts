import { DAY_MS, MINUTE_MS } from './durations.ts';

export type OutletStatus = 'online' | 'late' | 'offline' | 'never';

/**
 * How long an outlet may be silent before it is late, and before it is offline. An outlet sends a heartbeat every five
 * minutes, so it is late after three missed heartbeats.
 */
export const LATE_AFTER_MS = 15 * MINUTE_MS;
export const OFFLINE_AFTER_MS = DAY_MS;

export function outletStatus(lastSeenMs: number | null, nowMs: number): OutletStatus {
  if (lastSeenMs === null) return 'never';
  const silentMs = nowMs - lastSeenMs;
  if (silentMs < LATE_AFTER_MS) return 'online';
  return silentMs < OFFLINE_AFTER_MS ? 'late' : 'offline';
}
