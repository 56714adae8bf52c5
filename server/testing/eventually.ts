import { vi } from 'vitest';

/**
 * Only a condition that never becomes true takes this long. The machine may have ten times as much work as it can
 * handle.
 */
export const PATIENCE_MS = 120_000;

/** Repeats the check until it passes. Every test waits for asynchronous results this way. */
export const eventually = <Answer>(check: () => Answer | Promise<Answer>): Promise<Answer> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: 10 });
