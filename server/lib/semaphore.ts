type Pass = () => void;

/**
 * Runs a limited number of tasks concurrently, in arrival order, and rejects callers immediately if the queue is full.
 * This is the server's only semaphore besides the one that is fair between accounts (`fair-queue.ts`). Packages
 * (p-limit, async-sema, async-mutex) neither limit the queue nor let a waiting caller give up.
 */
export type Semaphore = {
  /**
   * Waits for a free slot and returns a function that releases it. Returns null if the queue is full. Rejects if
   * `signal` aborts while waiting.
   */
  enter(signal?: AbortSignal): Promise<Pass | null>;
  /** Runs the work in a slot. Throws the error from `turnedAway` if the queue is full. */
  run<Result>(work: () => Promise<Result>, turnedAway: () => Error): Promise<Result>;
  /** Rejects all waiting callers with this error. */
  refuseWaiting(error: Error): void;
};

export function createSemaphore({ atOnce, waiting: mostWaiting }: { atOnce: number; waiting: number }): Semaphore {
  let inside = 0;
  const waiting = new Set<{ readonly go: () => void; readonly refuse: (reason: unknown) => void }>();
  const createLeave = (): Pass => {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const [next] = waiting;
      if (next) next.go();
      else inside -= 1;
    };
  };

  function comeToTurn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const over = (end: () => void) => {
        waiting.delete(one);
        signal?.removeEventListener('abort', giveUp);
        end();
      };
      const one = { go: () => over(resolve), refuse: (reason: unknown) => over(() => reject(reason)) };
      const giveUp = () => one.refuse(signal?.reason);
      signal?.addEventListener('abort', giveUp, { once: true });
      waiting.add(one);
    });
  }

  async function enter(signal?: AbortSignal): Promise<Pass | null> {
    signal?.throwIfAborted();
    if (inside < atOnce) {
      inside += 1;
      return createLeave();
    }
    if (waiting.size >= mostWaiting) return null;
    await comeToTurn(signal);
    return createLeave();
  }

  return {
    enter,
    run: async (work, turnedAway) => {
      const leave = await enter();
      if (leave === null) throw turnedAway();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    refuseWaiting: (error) => {
      for (const { refuse } of [...waiting]) refuse(error);
    },
  };
}
