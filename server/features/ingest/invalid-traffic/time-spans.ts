type Timed = { readonly atMs: number };
export type TimeSpan = { readonly fromMs: number; readonly toMs: number };

/** Maximum per query. */
const MOST_SPANS = 16;

/**
 * The time ranges around events, separate if nothing happened between them. A view of last month next to views of this
 * minute must not cause a read of the whole month. Each range extends `aroundMs` before and after its events.
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
