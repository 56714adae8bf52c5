import { MINUTE_MS } from '#domain/durations.ts';

/** After this long without a touch, key or wheel nobody is taken to be there: an open page goes on fetching by itself. */
const ALONE_AFTER_MS = MINUTE_MS;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

// Whoever opens a page is there.
let lastSignMs = Date.now();
const note = (): void => {
  lastSignMs = Date.now();
};
if (typeof window !== 'undefined')
  for (const sign of SIGNS) window.addEventListener(sign, note, { passive: true, capture: true });

/** Whether nobody has touched the page for a while: what it fetches then does not keep the session alive. */
export const isUnattended = (): boolean => Date.now() - lastSignMs >= ALONE_AFTER_MS;
