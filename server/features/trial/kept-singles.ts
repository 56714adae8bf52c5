import { comparePlaces, type TriedPage } from '#domain/contract-trial.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { FoundSingles } from './tried-sums.ts';

/** Trials in the cache: readers page through one trial after another. */
const MOST = 4;
const KEPT_MS = 10 * MINUTE_MS;

export type KeptSingles = ReturnType<typeof createKeptSingles>;

/** Caches replay results for the pages after the first. Without it, each page would replay the whole trial. */
export function createKeptSingles(now: () => number) {
  const kept = new Map<string, { readonly found: FoundSingles; readonly untilMs: number }>();
  return {
    /** Undefined if the page needs a replay: a first page, an expired one, or one beyond the cached views. */
    find: (key: string, { before, limit }: TriedPage): FoundSingles | undefined => {
      const one = kept.get(key);
      if (one === undefined || before === null || one.untilMs <= now()) return undefined;
      const { from, isAll, judged } = one.found;
      if (from !== null && comparePlaces(before, from) > 0) return undefined;
      const reaches = isAll || judged.filter((event) => comparePlaces(event, before) < 0).length >= limit;
      return reaches ? one.found : undefined;
    },
    keep: (key: string, found: FoundSingles): void => {
      kept.delete(key);
      kept.set(key, { found, untilMs: now() + KEPT_MS });
      for (const oldest of [...kept.keys()].slice(0, -MOST)) kept.delete(oldest);
    },
  };
}
