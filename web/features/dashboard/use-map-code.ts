import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useEffect, useState } from 'react';
import { isLineSlow, whenIdle } from '../../map/engine-start.ts';
import { useIsSeen } from '../../map/use-is-seen.ts';
import type { OutletMapCanvasProps } from './outlet-map-canvas.tsx';

type Code = { readonly Canvas: ComponentType<OutletMapCanvasProps> | null; readonly hasFailed: boolean };

/** The cards' own calls and first paint go before the map; then it waits until nothing else is fetched, so long at most. */
const LOOK_EVERY_MS = 400;
const MOST_LOOKS = 20;
const LATEST_START_MS = 1_500;
/** So far beside the screen the map is made ready, unless the line is slow: on a phone it stands below the first figures. */
const NEAR = '200px 0px';

/**
 * Loads the map's code and outlines when all else is there and the reader comes near: drawing it is the longest single piece
 * of work of a dashboard. On a slow line it is not loaded before its place is seen.
 */
export function useMapCode(
  isWanted: boolean,
  place: RefObject<HTMLElement | null>,
  /** One of its outlets is to be shown: the map then brings itself to the screen. */
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
    // A repeated attempt is a new effect: `attempt` only says so.
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

/** Calls back when nothing is fetched any more, the cards are painted and the browser rests. */
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
