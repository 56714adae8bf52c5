import { MINUTE_MS } from '#domain/durations.ts';

/**
 * The cached past ends at a multiple of this step, so that it stays valid for a while. The midnights of all time zones
 * are multiples of it.
 */
export const STEP_MS = 15 * MINUTE_MS;
