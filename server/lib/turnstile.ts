type Pass = () => void;

/**
 * Lets work through a few at a time, in the order it came; whoever comes when too many wait is turned away at once. The one
 * semaphore of the server: packages for it (p-limit, async-sema, async-mutex) bound neither who waits nor let one give up.
 */
export type Turnstile = {
  /** The function that makes room for the next one; null when too many wait. Rejects when `signal` is aborted while waiting. */
  enter(signal?: AbortSignal): Promise<Pass | null>;
  /** Does the work in its turn; what `turnedAway` makes is thrown when too many wait. */
  run<Result>(work: () => Promise<Result>, turnedAway: () => Error): Promise<Result>;
  /** Those who wait now are turned away with this error. */
  refuseWaiting(error: Error): void;
};

export function createTurnstile({ atOnce, waiting: mostWaiting }: { atOnce: number; waiting: number }): Turnstile {
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
