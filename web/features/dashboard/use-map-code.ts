import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useEffect, useState } from 'react';
import { isLineSlow, whenIdle } from '../../map/engine-start.ts';
import { useIsSeen } from '../../map/use-is-seen.ts';
import type { OutletMapCanvasProps } from './outlet-map-canvas.tsx';

type Code = { readonly Canvas: ComponentType<OutletMapCanvasProps> | null; readonly hasFailed: boolean };

/**
 * The cards' own calls and first paint come before the map. The map then waits until nothing is loading, for at most
 * this many checks.
 */
const LOOK_EVERY_MS = 400;
const MOST_LOOKS = 20;
const LATEST_START_MS = 1_500;
/**
 * How far from the screen the map starts to load, unless the connection is slow. On a phone it is below the first
 * figures.
 */
const NEAR = '200px 0px';

/**
 * Loads the map's code and outlines after everything else, once the user comes near: drawing the map is the longest
 * single task of a dashboard. On a slow connection it loads only when its place is visible.
 */
export function useMapCode(
  isWanted: boolean,
  place: RefObject<HTMLElement | null>,
  /** Whether an outlet is chosen: the map then scrolls itself into view. */
  hasChosen: boolean,
): Code & { fail: () => void; retry: () => void } {
  const [code, setCode] = useState<Code>({ Canvas: null, hasFailed: false });
  const [attempt, setAttempt] = useState(0);
  const isNear = useIsSeen(place, isWanted, isLineSlow() ? '0px' : NEAR);
  const mayLoad = isWanted && (isNear || hasChosen);
  const queries = useQueryClient();
  useEffect(() => {
    if (!mayLoad) return;
    let isCancelled = false;
    // `attempt` is a dependency only to run the effect again.
    void attempt;
    const load = () =>
      import('./outlet-map-canvas.tsx').then(
        ({ OutletMapCanvas }) => isCancelled || setCode({ Canvas: OutletMapCanvas, hasFailed: false }),
        () => isCancelled || setCode({ Canvas: null, hasFailed: true }),
      );
    const cancel = whenQuiet(
      () => queries.isFetching() > 0,
      () => void load(),
    );
    return () => {
      isCancelled = true;
      cancel();
    };
  }, [mayLoad, attempt, queries]);
  return {
    ...code,
    fail: () => setCode({ Canvas: null, hasFailed: true }),
    retry: () => setAttempt(attempt + 1),
  };
}

/** Calls back when nothing is loading, the cards are painted and the browser is idle. */
function whenQuiet(isBusy: () => boolean, callback: () => void): () => void {
  let forget: (() => void) | undefined;
  let looks = 0;
  const timer = setInterval(() => {
    looks += 1;
    if (isBusy() && looks < MOST_LOOKS) return;
    clearInterval(timer);
    forget = whenIdle(callback, LATEST_START_MS);
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    forget?.();
  };
}
