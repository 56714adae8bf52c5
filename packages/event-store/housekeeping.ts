import { MINUTE_MS } from '#domain/durations.ts';
import { LeaseLostError } from './seal-ledger.ts';

/** After a failure because of a disk or an unreachable server, do not retry each minute. */
const REST_MS = 15 * MINUTE_MS;

export type Housekeeping = {
  /**
   * Wraps a step that runs before or after other work. Its failure affects nothing else, and it is tried again after a
   * rest.
   */
  quietly<Args extends unknown[]>(step: (...args: Args) => Promise<void>): (...args: Args) => Promise<void>;
  /** A step calls it when it could not finish: the next runs are skipped for a while. */
  rest(): void;
};

/** For steps that only remove unused data. A failure is reported once, until the step succeeds. */
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
        // Clocks may go back.
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
