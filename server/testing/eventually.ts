import { vi } from 'vitest';

/** Only what never comes takes so long: a machine may have ten times as much to do as it can. */
export const PATIENCE_MS = 120_000;

/** Asks again until the check passes: how every test waits for what comes when it comes. */
export const eventually = <Answer>(check: () => Answer | Promise<Answer>): Promise<Answer> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: 10 });
