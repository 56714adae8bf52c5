import { useSyncExternalStore } from 'react';
import { healthz } from '#contract/site.ts';
import { request } from './api-client.ts';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 20_000;

let isLost = false;
let isAsking = false;
let waitMs = FIRST_WAIT_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
let onRecovery: () => void = () => {};
const listeners = new Set<() => void>();

function setLost(next: boolean): void {
  if (isLost === next) return;
  isLost = next;
  for (const listener of listeners) listener();
}

/** Asks the server whether it is there; while it is not, asks again with a growing wait. */
export async function checkConnection(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  clearTimeout(timer);
  const wasLost = isLost;
  const isThere = await request(healthz, { token: null, signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );
  isAsking = false;
  setLost(!isThere);
  if (isThere) {
    waitMs = FIRST_WAIT_MS;
    if (wasLost) onRecovery();
    return;
  }
  timer = setTimeout(() => void checkConnection(), waitMs);
  waitMs = Math.min(waitMs * 1.6, LONGEST_WAIT_MS);
}

const check = (): void => void checkConnection();

/** Watches the browser's own word on the network; `recovered` is called when a lost connection is back. */
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

/** Whether the server cannot be reached at present. */
export const useIsConnectionLost = (): boolean => useSyncExternalStore(subscribe, () => isLost);
