type Timed = { readonly atMs: number };
export type TimeSpan = { readonly fromMs: number; readonly toMs: number };

/** Maximum number of time ranges per query. */
const MOST_SPANS = 16;

/**
 * Returns time ranges around the views, split where nothing happened in between. A view from last month beside views
 * from this minute must not cause a read of the entire month. Each range extends `aroundMs` before and after its
 * views.
 */
export function spansOf(views: readonly Timed[], aroundMs: number): readonly TimeSpan[] {
  const sorted = views.toSorted((one, other) => one.atMs - other.atMs);
  const gaps = sorted
    .map(({ atMs }, at) => ({ at, ms: atMs - (sorted[at - 1]?.atMs ?? atMs) }))
    .filter(({ ms }) => ms > 2 * aroundMs)
    .sort((one, other) => other.ms - one.ms)
    .slice(0, MOST_SPANS - 1);
  const cuts = [0, ...gaps.map(({ at }) => at).sort((one, other) => one - other), sorted.length];
  return cuts.slice(1).flatMap((end, place): TimeSpan[] => {
    const [first, last] = [sorted[cuts[place] ?? 0], sorted[end - 1]];
    if (first === undefined || last === undefined) return [];
    return [{ fromMs: first.atMs - aroundMs, toMs: last.atMs + aroundMs }];
  });
}
