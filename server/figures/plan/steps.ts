import { MINUTE_MS } from '#domain/durations.ts';

/**
 * The cached past ends at a multiple of this step, so that it stays valid for a while. Midnight in every time zone is a
 * multiple of it.
 */
export const STEP_MS = 15 * MINUTE_MS;
