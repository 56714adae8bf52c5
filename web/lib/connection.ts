import { useSyncExternalStore } from 'react';
import { healthz } from '#contract/site.ts';
import { request } from './api-client.ts';
import { HAS_BACKEND } from './backend-flag.ts';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 20_000;

let isLost = false;
let waitMs = FIRST_WAIT_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
let onRecovery: () => void = () => {};
const listeners = new Set<() => void>();

function setLost(next: boolean): void {
  if (isLost === next) return;
  isLost = next;
  for (const listener of listeners) listener();
}

let asking: Promise<boolean> | undefined;

/**
 * Checks whether the server can be reached. If it can't, repeats the check automatically with a growing delay.
 * Concurrent callers share one check. A build without a server never counts as disconnected.
 */
export function checkConnection(): Promise<boolean> {
  if (!HAS_BACKEND) return Promise.resolve(true);
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function ask(): Promise<boolean> {
  clearTimeout(timer);
  const wasLost = isLost;
  const isThere = await request(healthz, { token: null, signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );
  setLost(!isThere);
  if (isThere) {
    waitMs = FIRST_WAIT_MS;
    if (wasLost) onRecovery();
    return true;
  }
  timer = setTimeout(() => void checkConnection(), waitMs);
  waitMs = Math.min(waitMs * 1.6, LONGEST_WAIT_MS);
  return false;
}

const check = (): void => void checkConnection();

/**
 * Listens to the browser's `offline` and `online` events. Calls `recovered` when a lost connection is restored. Returns
 * a function that stops listening.
 */
export function watchConnection(recovered: () => void): () => void {
  onRecovery = recovered;
  window.addEventListener('offline', check);
  window.addEventListener('online', check);
  return () => {
    onRecovery = () => {};
    window.removeEventListener('offline', check);
    window.removeEventListener('online', check);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server is currently unreachable. */
export const useIsConnectionLost = (): boolean => useSyncExternalStore(subscribe, () => isLost);
