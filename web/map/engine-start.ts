/** Whether the browser reports a slow connection. Safari and Firefox report nothing. */
export function isLineSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: { effectiveType?: string; saveData?: boolean } };
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '');
}

/** Calls back when the browser is idle. Returns a function that cancels it. Safari has no idle callback. */
export function whenIdle(callback: () => void, latestMs: number): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(callback, 0);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: latestMs });
  return () => cancelIdleCallback(handle);
}
