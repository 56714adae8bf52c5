import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { whenIdle } from '../../map/engine-start.ts';
import type { LivePage } from './live-rounds.ts';

/**
 * Interval between checks of whether the page has settled. The page has settled after `CALM_LOOKS` consecutive calm
 * checks, or after `MOST_LOOKS` checks.
 */
const LOOK_EVERY_MS = 500;
const CALM_LOOKS = 4;
const MOST_LOOKS = 20;
/** Delay of a check from which on the main thread counts as busy. */
const LATE_MS = 50;
/** Maximum time to wait for a paint, because a hidden page paints nothing. */
const LATEST_PAINT_MS = 1_000;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Resolves when the document has been laid out and painted, and the browser is idle. */
async function whenPainted(): Promise<void> {
  await Promise.race([new Promise(requestAnimationFrame), pause(LATEST_PAINT_MS)]);
  await new Promise<void>((resolve) => whenIdle(resolve, LATEST_PAINT_MS));
}

/** Returns the browser page on which the rounds draw live figures. */
export const livePage = (client: QueryClient): LivePage => ({
  nowMs: () => performance.now(),
  isHidden: () => document.visibilityState === 'hidden',
  async whenSettled() {
    let calm = 0;
    for (let looks = 0; looks < MOST_LOOKS && calm < CALM_LOOKS; looks += 1) {
      const dueMs = performance.now() + LOOK_EVERY_MS;
      await pause(LOOK_EVERY_MS);
      calm = client.isFetching() > 0 || performance.now() - dueMs > LATE_MS ? 0 : calm + 1;
    }
  },
  async draw(puts) {
    notifyManager.batch(() => {
      for (const put of puts) put();
    });
    // The batch notifies the observers in a separate task, which was queued before this task.
    await pause(0);
    await whenPainted();
  },
});
