/** Collects jobs of concurrent callers and runs them as one group; one group at a time. */
export type GroupRunner<Job, Result> = {
  /** The job's own result; rejects with the group's error. */
  run(job: Job): Promise<Result>;
  /** Resolves when nothing waits or runs. */
  idle(): Promise<void>;
};

type Waiting<Job, Result> = {
  readonly job: Job;
  readonly size: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * A group starts when `enough` has gathered or `gatherMs` after the first job (0: with the next turn of the event loop), and
 * as soon as the group before it has ended. `runGroup` answers one result per job. Sizes are in the unit of `sizeOf`; a group exceeds `largest` only by a job that does alone.
 */
export function createGroupRunner<Job, Result>(options: {
  readonly sizeOf: (job: Job) => number;
  readonly enough: number;
  readonly largest: number;
  readonly gatherMs: number;
  readonly runGroup: (jobs: readonly Job[]) => Promise<readonly Result[]>;
}): GroupRunner<Job, Result> {
  const waiting: Waiting<Job, Result>[] = [];
  let waitingSize = 0;
  /** Takes back the start that is to come. */
  let cancel: (() => void) | undefined;
  let running: Promise<void> | undefined;

  function takeGroup(): Waiting<Job, Result>[] {
    let size = 0;
    let count = 0;
    for (const { size: next } of waiting) {
      if (count > 0 && size + next > options.largest) break;
      size += next;
      count += 1;
    }
    waitingSize -= size;
    return waiting.splice(0, count);
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const group = takeGroup();
      try {
        const results = await options.runGroup(group.map(({ job }) => job));
        for (const [index, { resolve, reject }] of group.entries()) {
          const result = results[index];
          if (result === undefined) reject(new Error('a job of the group was left without a result'));
          else resolve(result);
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    running = undefined;
  }

  function start(): void {
    cancel?.();
    cancel = undefined;
    running ??= drain();
  }

  function startSoon(): () => void {
    if (options.gatherMs > 0) {
      const timer = setTimeout(start, options.gatherMs);
      return () => clearTimeout(timer);
    }
    const turn = setImmediate(start);
    return () => clearImmediate(turn);
  }

  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        const size = options.sizeOf(job);
        waiting.push({ job, size, resolve, reject });
        waitingSize += size;
        if (running !== undefined) return;
        if (waitingSize >= options.enough) start();
        else cancel ??= startSoon();
      }),
    idle: async () => {
      if (waiting.length > 0) start();
      await running;
    },
  };
}
