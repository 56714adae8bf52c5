import { MINUTE_MS } from '#domain/durations.ts';

/**
 * After this long without pointer, key or wheel input, an open page counts as unattended. It still refreshes data
 * automatically.
 */
const ALONE_AFTER_MS = MINUTE_MS;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

// Opening the page counts as input.
let lastSignMs = Date.now();
const note = (): void => {
  lastSignMs = Date.now();
};
if (typeof window !== 'undefined')
  for (const sign of SIGNS) window.addEventListener(sign, note, { passive: true, capture: true });

/** Whether the page had no input for a minute. Requests then do not extend the session. */
export const isUnattended = (): boolean => Date.now() - lastSignMs >= ALONE_AFTER_MS;
