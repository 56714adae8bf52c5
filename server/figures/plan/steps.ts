import { MINUTE_MS } from '#domain/durations.ts';

/** What is kept of the past ends at such a step, so that it serves for a while. All zones' midnights lie on one. */
export const STEP_MS = 15 * MINUTE_MS;
