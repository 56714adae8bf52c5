import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useEffect, useState } from 'react';
import type { OutletMapCanvasProps } from './outlet-map-canvas.tsx';

type Code = { readonly Canvas: ComponentType<OutletMapCanvasProps> | null; readonly hasFailed: boolean };

/** The cards' own calls and first paint go before the map; then it waits until nothing else is fetched, so long at most. */
const LOOK_EVERY_MS = 400;
const MOST_LOOKS = 20;
const LATEST_START_MS = 1_500;

/**
 * Loads the map's code, the largest part of the page, when all else is there. On a slow line it is not loaded before its
 * place is seen.
 */
export function useMapCode(
  isWanted: boolean,
  place: RefObject<HTMLElement | null>,
): Code & { fail: () => void; retry: () => void } {
  const [code, setCode] = useState<Code>({ Canvas: null, hasFailed: false });
  const [attempt, setAttempt] = useState(0);
  const isSeen = useIsSeen(place, isWanted);
  const queries = useQueryClient();
  const mayLoad = isWanted && (isSeen || !isLineSlow());
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

/** What the browser says of the line; Safari and Firefox say nothing. */
function isLineSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: { effectiveType?: string; saveData?: boolean } };
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '');
}

/** Whether the place has been on the screen. */
function useIsSeen(place: RefObject<HTMLElement | null>, isAsked: boolean): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (!isAsked || isSeen || current === null || typeof IntersectionObserver !== 'function') return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [place, isAsked, isSeen]);
  return isSeen;
}

/** Calls back when nothing is fetched any more, the cards are painted and the browser rests. Safari has no idle callback. */
function whenQuiet(isBusy: () => boolean, callback: () => void): () => void {
  let handle = 0;
  let looks = 0;
  const timer = setInterval(() => {
    looks += 1;
    if (isBusy() && looks < MOST_LOOKS) return;
    clearInterval(timer);
    if (typeof requestIdleCallback !== 'function') callback();
    else handle = requestIdleCallback(callback, { timeout: LATEST_START_MS });
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    if (handle) cancelIdleCallback(handle);
  };
}
