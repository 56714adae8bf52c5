import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';

/** How long slow work may hold the event loop before it yields to urgent work. */
const SLOW_TURN_MS = 1;
/** Maximum wait before the next step of slow work. On a busy server, slow work continues at a tenth of its speed. */
const MOST_WAIT_MS = 10;

/** How long urgent work counts as recent. Slow work rests after each step if urgent work arrived within this time. */
const RECENT_MS = 1_000;
const REST_MS = 2;

let urgent = 0;
let lastUrgentAt = Number.NEGATIVE_INFINITY;
const waiting = new Set<() => void>();
/** When slow work started in this event-loop turn; null if no slow work has started. */
let begunAt: number | null = null;

/** Marks the start of urgent work, such as an outlet's request. Returns a function that marks its end. */
export function beginUrgentWork(): () => void {
  urgent += 1;
  lastUrgentAt = performance.now();
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    urgent -= 1;
    if (urgent === 0) for (const goOn of [...waiting]) goOn();
  };
}

/**
 * Waits while urgent work is in progress, and yields if slow work has held the event loop for too long. Must be called
 * between two steps of slow work, such as a report. Otherwise, a report with many rows delayed each step of an outlet's
 * request (docs/performance.md#one-reader-with-many-connections).
 */
export async function yieldToUrgentWork(): Promise<void> {
  const isLong = workedMs() >= SLOW_TURN_MS;
  if (isLong && hasUrgentWork()) await setTimeout(REST_MS);
  else if (isLong) await nextTurn();
  if (urgent > 0) await untilQuiet();
}

/** Returns whether urgent work arrived within the last second. */
export const hasUrgentWork = (): boolean => performance.now() - lastUrgentAt < RECENT_MS;

function untilQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      waiting.delete(goOn);
      resolve();
    };
    const timer = globalThis.setTimeout(goOn, MOST_WAIT_MS);
    waiting.add(goOn);
  });
}

/** Returns how long slow work has held this turn, since its first step. */
function workedMs(): number {
  if (begunAt !== null) return performance.now() - begunAt;
  begunAt = performance.now();
  setImmediate(() => {
    begunAt = null;
  });
  return 0;
}
