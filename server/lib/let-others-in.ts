import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long work may hold the thread before those who wait have their turn. */
const TURN_MS = 10;

/** When the work of this turn of the event loop was first seen; null before. */
let begunAt: number | null = null;

/**
 * Returns at once in a turn that is young, else in the next one. Called before each step of work whose answers come without
 * waiting: a row of such steps would otherwise hold the thread from its first to its last, whatever `await` stands between.
 */
export async function letOthersIn(): Promise<void> {
  if (begunAt === null) {
    begunAt = performance.now();
    setImmediate(() => {
      begunAt = null;
    });
  } else if (performance.now() - begunAt > TURN_MS) await nextTurn();
}
