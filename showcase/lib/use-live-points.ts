import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** A point in a live chart: epoch milliseconds, and one value per series. */
export type LivePoint = { readonly time: number; readonly values: readonly number[] };

const TICK_MS = 1000;

const drawPoint = (time: number, ranges: readonly (readonly [least: number, most: number])[]): LivePoint => ({
  time,
  values: ranges.map(([least, most]) => Math.round(least + Math.random() * (most - least))),
});

/**
 * Returns whether a live chart is paused, and a setter for its button. Initially paused if the user prefers reduced
 * motion.
 */
export function usePause(): [isPaused: boolean, setPaused: (isPaused: boolean) => void] {
  const isMotionReduced = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const [chosen, setChosen] = useState<boolean | null>(null);
  return [chosen ?? isMotionReduced, setChosen];
}

/**
 * Returns a live chart's newest points. Every second, a random point replaces the oldest point
 * (docs/specification.md#constants). Stops while paused and on unmount.
 */
export function useLivePoints(
  count: number,
  ranges: readonly (readonly [least: number, most: number])[],
  isPaused: boolean,
): readonly LivePoint[] {
  const [points, setPoints] = useState(() => {
    const now = Math.floor(Date.now() / TICK_MS) * TICK_MS;
    return Array.from({ length: count }, (_, index) => drawPoint(now - (count - 1 - index) * TICK_MS, ranges));
  });
  const rangesKey = JSON.stringify(ranges);
  useEffect(() => {
    if (isPaused) return;
    const all: (readonly [number, number])[] = JSON.parse(rangesKey);
    const timer = setInterval(
      () => setPoints((before) => [...before.slice(1), drawPoint((before.at(-1)?.time ?? Date.now()) + TICK_MS, all)]),
      TICK_MS,
    );
    return () => clearInterval(timer);
  }, [isPaused, rangesKey]);
  return points;
}
