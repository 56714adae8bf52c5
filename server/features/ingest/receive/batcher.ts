/** Collects the jobs of concurrent callers and runs them as a group, one group after another. */
export type Batcher<Job, Result> = {
  /** Resolves with the job's own result, or rejects with the group's error. */
  run(job: Job): Promise<Result>;
  /** Resolves when no job is waiting or running. */
  idle(): Promise<void>;
};

/** Jobs that arrived after a group started and may still fit into it. */
export type LateJobs<Job> = {
  /** Returns the waiting jobs that would fit, in order of arrival. */
  waiting(): readonly Job[];
  /** Adds these jobs to the group, after its other jobs. */
  take(jobs: ReadonlySet<Job>): void;
};

type Waiting<Job, Result> = {
  readonly job: Job;
  readonly size: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Creates a batcher. A group starts when `enough` has been collected, or `gatherMs` after the first job (0: on the
 * next turn of the event loop). It always waits for the previous group to end. `runGroup` returns one result per job.
 * Sizes use the unit of `sizeOf`. A group exceeds `largest` only if a single job does.
 */
export function createBatcher<Job, Result>(options: {
  readonly sizeOf: (job: Job) => number;
  readonly enough: number;
  readonly largest: number;
  readonly gatherMs: number;
  readonly runGroup: (jobs: readonly Job[], late: LateJobs<Job>) => Promise<readonly Result[]>;
}): Batcher<Job, Result> {
  let waiting: Waiting<Job, Result>[] = [];
  let waitingSize = 0;
  /** Cancels the scheduled start. */
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

  /** Returns the access to late jobs for a running group. */
  function lateFor(group: Waiting<Job, Result>[]): LateJobs<Job> {
    return {
      waiting() {
        let room = options.largest - sizeIn(group);
        const fitting = waiting.filter(({ size }) => {
          if (size > room) return false;
          room -= size;
          return true;
        });
        return fitting.map(({ job }) => job);
      },
      take(jobs) {
        const taken = waiting.filter(({ job }) => jobs.has(job));
        waiting = waiting.filter(({ job }) => !jobs.has(job));
        waitingSize -= sizeIn(taken);
        for (const one of taken) group.push(one);
      },
    };
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const group = takeGroup();
      const jobs = group.map(({ job }) => job);
      try {
        const results = await options.runGroup(jobs, lateFor(group));
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

const sizeIn = (some: readonly { readonly size: number }[]): number => some.reduce((sum, { size }) => sum + size, 0);
