import { vi } from 'vitest';

/**
 * How long to wait for a condition. Only a condition that never becomes true takes this long, even if the machine has
 * ten times as much work as it can handle.
 */
export const PATIENCE_MS = 120_000;

/** Repeats the check until it passes. Every test waits for asynchronous results with this function. */
export const eventually = <Answer>(check: () => Answer | Promise<Answer>): Promise<Answer> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: 10 });
