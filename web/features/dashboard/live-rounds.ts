import type { LiveMessage } from '#contract/live.ts';

/** What changed since the last round; `all` after a lost connection, when nobody knows. */
export type Affected = { all: boolean; readonly customers: Set<string>; readonly euis: Set<string> };

/** One call that renews something on screen. A lower `rank` goes first. */
export type RefreshTask = { readonly key: string; readonly rank: number; readonly run: () => Promise<unknown> };

type RoundsOptions = {
  /** What to renew, judged by what is on screen when the round begins. */
  readonly plan: (affected: Affected) => RefreshTask[];
  /** Milliseconds between the beginnings of two rounds. */
  readonly gapMs: number;
  /** Calls of one round; what does not fit waits for the next. */
  readonly mostCalls: number;
};

const nothing = (): Affected => ({ all: false, customers: new Set(), euis: new Set() });

/**
 * Renews what live changes touched, in rounds: the first change at once, those that follow together, never two rounds at
 * a time, so that a busy network costs each open page a bounded number of calls.
 */
export function createLiveRounds({ plan, gapMs, mostCalls }: RoundsOptions) {
  let affected = nothing();
  const waiting = new Map<string, RefreshTask>();
  let startedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isStopped = false;

  async function round(): Promise<void> {
    timer = undefined;
    isRunning = true;
    startedAt = performance.now();
    for (const task of plan(affected)) waiting.set(task.key, task);
    affected = nothing();
    const tasks = [...waiting.values()].sort((one, other) => one.rank - other.rank).slice(0, mostCalls);
    for (const { key } of tasks) waiting.delete(key);
    // A call that fails leaves the last good figures in place; the next change asks again.
    await Promise.allSettled(tasks.map(({ run }) => run()));
    isRunning = false;
    if (waiting.size > 0 || affected.all || affected.customers.size > 0 || affected.euis.size > 0) schedule();
  }

  function schedule(): void {
    if (isRunning || isStopped || timer !== undefined) return;
    timer = setTimeout(() => void round(), Math.max(0, startedAt + gapMs - performance.now()));
  }

  return {
    add(message: LiveMessage): void {
      if (message.all) affected.all = true;
      for (const id of message.customers) affected.customers.add(id);
      for (const eui of message.euis) affected.euis.add(eui.toLowerCase());
      schedule();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
