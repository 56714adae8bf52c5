/** Lets work through a few at a time; whoever comes when too many wait is turned away at once. */
export type Turnstile = {
  /** The function that makes room for the next one; null when too many wait. Rejects when `signal` is aborted while waiting. */
  enter(signal?: AbortSignal): Promise<(() => void) | null>;
};

export function createTurnstile({ atOnce, waiting: mostWaiting }: { atOnce: number; waiting: number }): Turnstile {
  let inside = 0;
  const waiting = new Set<() => void>();
  const createLeave = (): (() => void) => {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const [next] = waiting;
      if (next) next();
      else inside -= 1;
    };
  };
  return {
    async enter(signal) {
      if (inside < atOnce) {
        inside += 1;
        return createLeave();
      }
      if (waiting.size >= mostWaiting) return null;
      await new Promise<void>((resolve, reject) => {
        const go = (): void => {
          waiting.delete(go);
          signal?.removeEventListener('abort', giveUp);
          resolve();
        };
        const giveUp = (): void => {
          waiting.delete(go);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        waiting.add(go);
      });
      return createLeave();
    },
  };
}
