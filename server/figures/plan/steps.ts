import { MINUTE_MS } from '#domain/durations.ts';

/**
 * The step at whose multiples the cached past ends, so that the past stays valid for a while. Midnight in every time
 * zone is a multiple of this step.
 */
export const STEP_MS = 15 * MINUTE_MS;
