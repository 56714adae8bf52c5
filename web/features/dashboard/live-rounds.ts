import type { LiveMessage } from '#contract/live.ts';

/** What changed since the last round; `all` after a lost connection, when nobody knows. */
export type Affected = { all: boolean; readonly customers: Set<string>; readonly euis: Set<string> };

/** Puts an answer on screen. */
export type Put = () => void;

/** One call that renews something on screen. A lower `rank` goes first. */
export type RefreshTask = { readonly key: string; readonly rank: number; readonly ask: () => Promise<Put> };

/** What the rounds know of the page that they draw on, and of the machine that it is drawn by. */
export type LivePage = {
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number;
  readonly isHidden: () => boolean;
  /** Resolves when the page has been loaded and drawn, and has rested since. */
  readonly whenSettled: () => Promise<void>;
  /** Draws what is put in one piece; resolves when the browser has painted it and rests. */
  readonly draw: (puts: readonly Put[]) => Promise<void>;
};

type RoundsOptions = {
  /** What to renew, judged by what is on screen when the round begins. */
  readonly plan: (affected: Affected) => RefreshTask[];
  /** Milliseconds between the beginnings of two rounds, on a machine that draws one quickly. */
  readonly gapMs: number;
  /** Calls of one round; what does not fit waits for the next. */
  readonly mostCalls: number;
  readonly page: LivePage;
};

/** Live drawing takes one part in so many of the page's time: the rest is the reader's, or the battery's. */
const DRAWN_PART = 20;
/** However slow the machine, or busy at that moment, what changed is on screen after this time. */
const LONGEST_REST_MS = 8_000;
/** A page that was hidden for hours in a large network asks for everything instead of remembering each outlet. */
const MOST_NAMED = 2_000;

const nothing = (): Affected => ({ all: false, customers: new Set(), euis: new Set() });

/** How long it rests after what took so long to draw. */
const restAfter = (drawnMs: number): number => Math.min(LONGEST_REST_MS, drawnMs * (DRAWN_PART - 1));

/**
 * Renews what live changes touched, in rounds: what comes meanwhile goes together, never two rounds at a time, so that a busy
 * network costs each open page a bounded number of calls and a bounded part of its time (docs/figures-and-freshness.md#on-screen).
 */
export function createLiveRounds({ plan, gapMs, mostCalls, page }: RoundsOptions) {
  let affected = nothing();
  let isAsked = false;
  const waiting = new Map<string, RefreshTask>();
  let mayStartMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = true;
  let isStopped = false;

  async function round(): Promise<void> {
    timer = undefined;
    if (page.isHidden()) return;
    isBusy = true;
    const startedMs = page.nowMs();
    for (const task of plan(affected)) waiting.set(task.key, task);
    affected = nothing();
    isAsked = false;
    const tasks = [...waiting.values()].sort((one, other) => one.rank - other.rank).slice(0, mostCalls);
    for (const { key } of tasks) waiting.delete(key);
    // A call that fails leaves the last good figures in place; the next change asks again.
    const answers = await Promise.allSettled(tasks.map(({ ask }) => ask()));
    if (isStopped) return;
    const arrivedMs = page.nowMs();
    await page.draw(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])));
    const drawnMs = page.nowMs();
    mayStartMs = Math.max(startedMs + gapMs, drawnMs + restAfter(drawnMs - arrivedMs));
    isBusy = false;
    schedule();
  }

  function schedule(): void {
    if (isBusy || isStopped || timer !== undefined || page.isHidden()) return;
    if (!isAsked && waiting.size === 0) return;
    timer = setTimeout(() => void round(), Math.max(0, mayStartMs - page.nowMs()));
  }

  void page.whenSettled().then(() => {
    isBusy = false;
    schedule();
  });

  return {
    /** A message that names nothing asks for what every change touches: the sums of all. */
    add(message: LiveMessage): void {
      isAsked = true;
      if (message.all) affected.all = true;
      for (const id of message.customers) affected.customers.add(id);
      for (const eui of message.euis) affected.euis.add(eui.toLowerCase());
      if (affected.euis.size > MOST_NAMED) affected = { ...nothing(), all: true };
      schedule();
    },
    /** The page is seen again: what changed meanwhile comes now. */
    wake: schedule,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
