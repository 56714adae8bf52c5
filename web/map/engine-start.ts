/** Whether the browser reports a slow connection or data saving. Safari and Firefox report neither. */
export function isLineSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: { effectiveType?: string; saveData?: boolean } };
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '');
}

/**
 * Calls `callback` when the browser is idle, after `latestMs` at the latest. Returns a function that cancels the call.
 * Safari has no idle callback, so there `callback` runs in the next task.
 */
export function whenIdle(callback: () => void, latestMs: number): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(callback, 0);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: latestMs });
  return () => cancelIdleCallback(handle);
}
