import { vi } from 'vitest';

/** Only a condition that never becomes true takes this long. A machine may have ten times its capacity of work. */
export const PATIENCE_MS = 120_000;

/** Repeats the check until it passes: every test waits this way for asynchronous results. */
export const eventually = <Answer>(check: () => Answer | Promise<Answer>): Promise<Answer> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: 10 });
