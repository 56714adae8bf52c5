import type { LiveMessage } from '#contract/live.ts';

/** What changed since the last round. `all` is set after a lost connection, when the changes are unknown. */
export type Affected = { all: boolean; readonly customers: Set<string>; readonly euis: Set<string> };

/** Draws a response on screen. */
export type Put = () => void;

/** One request that refetches something on screen. Requests with a lower `rank` are sent first. */
export type RefreshTask = { readonly key: string; readonly rank: number; readonly ask: () => Promise<Put> };

/** What the rounds need from the page and its browser. */
export type LivePage = {
  /** Milliseconds from a monotonic clock. */
  readonly nowMs: () => number;
  readonly isHidden: () => boolean;
  /** Resolves when the page has loaded and rendered, and has been idle since. */
  readonly whenSettled: () => Promise<void>;
  /** Draws all responses together. Resolves when the browser has painted them and is idle. */
  readonly draw: (puts: readonly Put[]) => Promise<void>;
};

type RoundsOptions = {
  /** Plans the requests for what is on screen when the round starts. */
  readonly plan: (affected: Affected) => RefreshTask[];
  /** Milliseconds between the starts of two rounds on a machine that draws quickly. */
  readonly gapMs: number;
  /** Maximum number of requests in one round. Further requests wait for the next round. */
  readonly mostCalls: number;
  readonly page: LivePage;
};

/**
 * Drawing live figures may take at most one in this many parts of the page's time. The remaining time is for the user's
 * actions, and saves battery.
 */
const DRAWN_PART = 20;
/** Maximum pause between rounds, even on a slow or busy machine. */
const LONGEST_REST_MS = 8_000;
/**
 * Maximum number of changed outlets that the rounds track. With more changes, the rounds refetch everything, for
 * example after hours in a hidden page of a large network.
 */
const MOST_NAMED = 2_000;

const nothing = (): Affected => ({ all: false, customers: new Set(), euis: new Set() });

/** Returns how long the rounds pause, in milliseconds, after drawing took `drawnMs`. */
const restAfter = (drawnMs: number): number => Math.min(LONGEST_REST_MS, drawnMs * (DRAWN_PART - 1));

/**
 * Refetches what live changes affect, in rounds. Changes during a round wait for the next round, so rounds never
 * overlap. A busy network thus costs each open page a limited number of requests and a limited share of its time
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
    // After a failed request the last good figures stay; the next change repeats the request.
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
    /** Adds a change. A message without ids affects only the totals. */
    add(message: LiveMessage): void {
      isAsked = true;
      if (message.all) affected.all = true;
      for (const id of message.customers) affected.customers.add(id);
      for (const eui of message.euis) affected.euis.add(eui.toLowerCase());
      if (affected.euis.size > MOST_NAMED) affected = { ...nothing(), all: true };
      schedule();
    },
    /** Call this when the page becomes visible again, to process the changes that waited. */
    wake: schedule,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
