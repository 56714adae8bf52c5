import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { whenIdle } from '../../map/engine-start.ts';
import type { LivePage } from './live-rounds.ts';

/** A page has come to rest when so many looks in a row found it at rest; after the last one it is taken to have. */
const LOOK_EVERY_MS = 500;
const CALM_LOOKS = 4;
const MOST_LOOKS = 20;
/** A look that comes so late found something else being done. */
const LATE_MS = 50;
/** In a page that was hidden meanwhile nothing is painted any more. */
const LATEST_PAINT_MS = 1_000;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Resolves when what stands in the document has been laid out and painted, and the browser rests. */
async function whenPainted(): Promise<void> {
  await Promise.race([new Promise(requestAnimationFrame), pause(LATEST_PAINT_MS)]);
  await new Promise<void>((resolve) => whenIdle(resolve, LATEST_PAINT_MS));
}

/** The page of this browser, for the rounds of live figures. */
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
    // Who looks is told in a task of its own, made in the batch: before this one.
    await pause(0);
    await whenPainted();
  },
});
