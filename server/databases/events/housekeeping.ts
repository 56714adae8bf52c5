import { MINUTE_MS } from '#domain/durations.ts';
import { LeaseLostError } from './seal-ledger.ts';

/** What a disk or a server that is away did not let happen is not asked for each minute. */
const REST_MS = 15 * MINUTE_MS;

export type Housekeeping = {
  /** The step as it may stand before or after other work: what fails of it fails nothing else and is tried after a rest. */
  quietly<Args extends unknown[]>(step: (...args: Args) => Promise<void>): (...args: Args) => Promise<void>;
  /** From a step that could not do all: the next ones are left out for a while. */
  rest(): void;
};

/** For steps that only take away what nobody reads any more; a failure is told once, until the step succeeds. */
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
