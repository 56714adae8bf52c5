type Timed = { readonly atMs: number };
export type TimeSpan<Of> = { readonly fromMs: number; readonly toMs: number; readonly views: readonly Of[] };

/** Questions at most, of one group of batches. */
const MOST_SPANS = 8;

/**
 * The times that lie around events, apart where nothing happened between: one view of last month beside those of this minute
 * must not have a whole month read. `aroundMs` is looked at before and after each.
 */
export function spansOf<Of extends Timed>(views: readonly Of[], aroundMs: number): readonly TimeSpan<Of>[] {
  const sorted = views.toSorted((one, other) => one.atMs - other.atMs);
  const gaps = sorted
    .map(({ atMs }, at) => ({ at, ms: atMs - (sorted[at - 1]?.atMs ?? atMs) }))
    .filter(({ ms }) => ms > 2 * aroundMs)
    .sort((one, other) => other.ms - one.ms)
    .slice(0, MOST_SPANS - 1);
  const cuts = [0, ...gaps.map(({ at }) => at).sort((one, other) => one - other), sorted.length];
  return cuts.slice(1).flatMap((end, place): TimeSpan<Of>[] => {
    const part = sorted.slice(cuts[place], end);
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [{ fromMs: first.atMs - aroundMs, toMs: last.atMs + aroundMs, views: part }];
  });
}
