import type { LiveMessage } from '#contract/live.ts';

/** What changed since the last round. `all` is set after a lost connection, when the changes are unknown. */
export type Affected = { all: boolean; readonly customers: Set<string>; readonly euis: Set<string> };

/** Puts an answer on screen. */
export type Put = () => void;

/** One call that renews something on screen. A lower `rank` goes first. */
export type RefreshTask = { readonly key: string; readonly rank: number; readonly ask: () => Promise<Put> };

/** What the rounds know about the page and its machine. */
export type LivePage = {
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number;
  readonly isHidden: () => boolean;
  /** Resolves when the page has been loaded and drawn, and has been idle since. */
  readonly whenSettled: () => Promise<void>;
  /** Draws all puts together; resolves when the browser has painted them and is idle. */
  readonly draw: (puts: readonly Put[]) => Promise<void>;
};

type RoundsOptions = {
  /** Plans the calls by what is on screen when the round begins. */
  readonly plan: (affected: Affected) => RefreshTask[];
  /** Milliseconds between the starts of two rounds, on a machine that draws one quickly. */
  readonly gapMs: number;
  /** The most calls of one round; further calls wait for the next. */
  readonly mostCalls: number;
  readonly page: LivePage;
};

/** Live drawing may take one part in this many of the page's time. The rest belongs to the user and the battery. */
const DRAWN_PART = 20;
/** The longest delay of a change, even on a slow or busy machine. */
const LONGEST_REST_MS = 8_000;
/**
 * Above this many outlets the rounds renew everything instead of remembering each one, such as after hours in a hidden
 * page of a large network.
 */
const MOST_NAMED = 2_000;

const nothing = (): Affected => ({ all: false, customers: new Set(), euis: new Set() });

/** How long the rounds rest after a draw of this duration. */
const restAfter = (drawnMs: number): number => Math.min(LONGEST_REST_MS, drawnMs * (DRAWN_PART - 1));

/**
 * Renews what live changes affect, in rounds. Changes during a round wait for the next, so rounds never overlap. A busy
 * network thus costs each open page a bounded number of calls and a bounded part of its time
 * (docs/figures-and-freshness.md#on-screen).
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
    // A failed call leaves the last good figures in place; the next change repeats it.
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
    /** Adds a change. A message without ids renews what every change affects: the sums of all. */
    add(message: LiveMessage): void {
      isAsked = true;
      if (message.all) affected.all = true;
      for (const id of message.customers) affected.customers.add(id);
      for (const eui of message.euis) affected.euis.add(eui.toLowerCase());
      if (affected.euis.size > MOST_NAMED) affected = { ...nothing(), all: true };
      schedule();
    },
    /** Call this when the page becomes visible again, to run the changes that waited. */
    wake: schedule,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
