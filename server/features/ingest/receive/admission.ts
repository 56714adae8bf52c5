import { AppError } from '../../../http/app-error.ts';

const RETRY_AFTER_SECONDS = 2;

/**
 * Maximum number of events in progress: one batch of the largest size, or a dozen batches of a thousand. Other batches
 * wait unparsed.
 */
const MOST_IN_PROGRESS = 12_000;

export type Admission = {
  /** Calls `run` once there is room. Throws 429 above the limit and 503 after `close`, without calling `run`. */
  admit<Result>(events: number, run: () => Promise<Result>): Promise<Result>;
  /** Stops admitting, and resolves once everything admitted has ended. */
  close(): Promise<void>;
};

/**
 * Limits the number of events that wait for storage (docs/threat-model.md#f9). A lower limit applies to events in
 * progress, which take several times the memory. A batch larger than a limit is admitted when it is the only one.
 */
export function createAdmission(mostEvents: number, mostInProgress = MOST_IN_PROGRESS): Admission {
  let admitted = 0;
  let inProgress = 0;
  let isClosed = false;
  const queue: { readonly events: number; readonly start: () => void }[] = [];
  const running = new Set<Promise<unknown>>();

  const hasRoom = (events: number) => inProgress === 0 || inProgress + events <= mostInProgress;

  function startNext(): void {
    for (let next = queue[0]; next !== undefined && hasRoom(next.events); next = queue[0]) {
      queue.shift();
      inProgress += next.events;
      next.start();
    }
  }

  async function runInTurn<Result>(events: number, run: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((start) => {
      queue.push({ events, start });
      startNext();
    });
    try {
      return await run();
    } finally {
      inProgress -= events;
      startNext();
    }
  }

  return {
    admit: async (events, run) => {
      if (isClosed)
        throw new AppError('unavailable', 'The server is shutting down. Send the events again in a moment.', 5);
      if (admitted > 0 && admitted + events > mostEvents) {
        const message =
          'Too many events are waiting for storage, so this batch was not accepted. Keep the events and send them again later.';
        throw new AppError('too-many', message, RETRY_AFTER_SECONDS);
      }
      admitted += events;
      const done = runInTurn(events, run);
      running.add(done);
      try {
        return await done;
      } finally {
        admitted -= events;
        running.delete(done);
      }
    },
    close: async () => {
      isClosed = true;
      await Promise.allSettled(running);
    },
  };
}
