import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long work may hold the thread before those who wait have their turn. */
const TURN_MS = 10;

/** The same for work that nobody waits for. */
const QUIET_TURN_MS = 3;
/** A report takes several turns: for the disk, for another thread, for the network. */
const QUIET_REST_TURNS = 4;

/** When the work of this turn of the event loop was first seen; null before. */
let begunAt: number | null = null;

/**
 * Returns at once in a turn that is young, else in the next one. Called before each step of work whose answers come without
 * waiting: a row of such steps would otherwise hold the thread from its first to its last, whatever `await` stands between.
 */
export async function letOthersIn(): Promise<void> {
  if (workedMs() > TURN_MS) await nextTurn();
}

/**
 * The same for steps of work that nobody waits for, such as closing a month: short turns, and several of others after each. Of
 * an answer that takes ten turns it would otherwise hold up each (docs/performance.md#what-others-notice). Costs next to nothing while
 * there is nobody else.
 */
export async function letOthersFirst(): Promise<void> {
  if (workedMs() < QUIET_TURN_MS) return;
  for (let turn = 0; turn < QUIET_REST_TURNS; turn += 1) await nextTurn();
}

/** How long this turn has worked, since the first step that asked. */
function workedMs(): number {
  if (begunAt !== null) return performance.now() - begunAt;
  begunAt = performance.now();
  setImmediate(() => {
    begunAt = null;
  });
  return 0;
}
