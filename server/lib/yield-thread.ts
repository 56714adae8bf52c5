import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may hold the thread before it yields. */
const TURN_MS = 10;

/** The same for background work, which no request waits for. */
const QUIET_TURN_MS = 3;
/**
 * Background work yields for several turns, because a report needs several: for the disk, another thread, the network.
 */
const QUIET_REST_TURNS = 4;

/** When the work of this event-loop turn was first measured; null before. */
let begunAt: number | null = null;

/**
 * Returns at once in a young turn, else in the next one. Call it before each step of work that resolves without I/O. A
 * row of such steps would otherwise hold the thread from first to last, despite every `await`.
 */
export async function yieldThread(): Promise<void> {
  if (workedMs() > TURN_MS) await nextTurn();
}

/**
 * The same for steps of background work, such as closing a month: short turns, each followed by several turns for
 * others. Otherwise it would delay every turn of an answer that takes ten (docs/performance.md#what-others-notice).
 * Costs next to nothing on an idle server.
 */
export async function yieldInBackground(): Promise<void> {
  if (workedMs() < QUIET_TURN_MS) return;
  for (let turn = 0; turn < QUIET_REST_TURNS; turn += 1) await nextTurn();
}

/** How long this turn has worked, since the first step that measured it. */
function workedMs(): number {
  if (begunAt !== null) return performance.now() - begunAt;
  begunAt = performance.now();
  setImmediate(() => {
    begunAt = null;
  });
  return 0;
}
