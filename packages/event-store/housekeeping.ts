import { MINUTE_MS } from '#domain/durations.ts';
import { LeaseLostError } from './seal-ledger.ts';

/** How long to pause after a failure. A full disk or an unreachable server would also fail a retry every minute. */
const REST_MS = 15 * MINUTE_MS;

export type Housekeeping = {
  /**
   * Wraps a step that runs before or after other work. If the step fails, the other work is not affected, and the step
   * is retried after a pause.
   */
  quietly<Args extends unknown[]>(step: (...args: Args) => Promise<void>): (...args: Args) => Promise<void>;
  /** Called by a step that could not finish: the next runs are skipped for a while. */
  rest(): void;
};

/** Runs steps that only remove unused data. A failure is reported once, until the step succeeds. */
export function createHousekeeping(clock: () => number, failed: (error: unknown) => void = () => {}): Housekeeping {
  let restsSinceMs: number | null = null;
  let failing: unknown = null;

  return {
    rest: () => {
      restsSinceMs = clock();
    },
    quietly:
      (step) =>
      async (...args) => {
        // Clocks may be set back.
        if (restsSinceMs !== null && Math.abs(clock() - restsSinceMs) < REST_MS) return;
        restsSinceMs = null;
        try {
          await step(...args);
          if (failing === step) failing = null;
        } catch (error) {
          if (error instanceof LeaseLostError) return;
          restsSinceMs = clock();
          if (failing === null) failed(error);
          failing = step;
        }
      },
  };
}
