import { useSyncExternalStore } from 'react';

const STEP_MS = 15_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * Whether `now` was already read in this tick. Without subscribers, the clock is read on demand, but only once per
 * tick, because React reads twice and expects the same value.
 */
let isFresh = false;

function present(): number {
  if (listeners.size > 0 || isFresh) return now;
  now = Date.now();
  isFresh = true;
  queueMicrotask(() => {
    isFresh = false;
  });
  return now;
}

/** Returns the current time in epoch milliseconds, updated every 15 s by one timer for the whole page. */
export const useNow = (): number => useSyncExternalStore(subscribe, present);
