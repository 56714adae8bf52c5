/** A view at an outlet. `fingerprint` is '' if unknown. */
type RelayView = { readonly atMs: number; readonly fingerprint: string };

/**
 * Thresholds for visitors who change in step with the ads, such as a bot that uses one fingerprint after another, each
 * for many views.
 */
export const RELAY = {
  /** Minimum number of consecutive views by one visitor. */
  leastBlock: 8,
  /**
   * Maximum difference between the interval at a visitor change and the ad interval. People do not unplug and plug in
   * exactly in time with the ads.
   */
  toleranceMs: 1_500,
  /** Number of in-step changes required; one fewer if the blocks before the changes have equal length. */
  changes: 3,
  /** Maximum interval between two ads of a sequence, in milliseconds. */
  longestMs: 90_000,
} as const;

/**
 * Whether the last visitor changes before the view were in step with the ads, after long blocks. `views` are from one
 * outlet with one socket, oldest first.
 */
export function isRelay(views: readonly RelayView[], at: number): boolean {
  if (!views[at]?.fingerprint) return false;
  const sizes: number[] = [];
  let change = at;
  while (sizes.length < RELAY.changes) {
    change = startOfBlock(views, change);
    const start = change === 0 ? 0 : startOfBlock(views, change - 1);
    const size = change - start;
    // The first block may have begun before the list does.
    if (size < RELAY.leastBlock || !isInStep(views, start, change)) return false;
    sizes.push(size);
    const [last = 0, before] = sizes.slice(-2);
    if (sizes.length === RELAY.changes - 1 && before !== undefined && Math.abs(last - before) <= 1) return true;
    change -= 1;
  }
  return true;
}

/** Returns the index of the first of the consecutive views by the visitor of view `at`. */
function startOfBlock(views: readonly RelayView[], at: number): number {
  let start = at;
  while (start > 0 && views[start - 1]?.fingerprint === views[at]?.fingerprint) start -= 1;
  return start;
}

/** Whether the view `next` follows the previous block at that block's own interval. */
function isInStep(views: readonly RelayView[], start: number, next: number): boolean {
  const atMs = (nth: number) => views[nth]?.atMs ?? 0;
  const between: number[] = [];
  for (let nth = start + 1; nth < next; nth += 1) between.push(atMs(nth) - atMs(nth - 1));
  const middle = between.sort((one, other) => one - other)[Math.floor(between.length / 2)] ?? 0;
  const own = atMs(next) - atMs(next - 1);
  return middle > 0 && middle <= RELAY.longestMs && Math.abs(own - middle) <= RELAY.toleranceMs;
}
