/** A view of an outlet; `fingerprint` is '' if unknown. */
type RelayView = { readonly atMs: number; readonly fingerprint: string };

/** Visitors who relieve each other in step with the ads: a bot that takes one fingerprint after the other, each for many views. */
export const RELAY = {
  /** Views of one visitor in a row. */
  leastBlock: 8,
  /** How far the interval at a change of visitors may lie from the interval between ads: nobody unplugs and plugs in on the beat. */
  toleranceMs: 1_500,
  /** Changes in step that say it: so many, or one less if the blocks before them are of one length. */
  changes: 3,
  /** Longer intervals are no row of ads. */
  longestMs: 90_000,
} as const;

/**
 * Whether the last changes of visitors before the view came in step with the ads of long blocks. `views`: of one outlet with one socket,
 * oldest first.
 */
export function isRelay(views: readonly RelayView[], at: number): boolean {
  if (!views[at]?.fingerprint) return false;
  const sizes: number[] = [];
  let change = at;
  while (sizes.length < RELAY.changes) {
    change = startOfBlock(views, change);
    const start = change === 0 ? 0 : startOfBlock(views, change - 1);
    const size = change - start;
    // The first block that is known may have begun before.
    if (size < RELAY.leastBlock || !isInStep(views, start, change)) return false;
    sizes.push(size);
    const [last = 0, before] = sizes.slice(-2);
    if (sizes.length === RELAY.changes - 1 && before !== undefined && Math.abs(last - before) <= 1) return true;
    change -= 1;
  }
  return true;
}

/** Where the views of the visitor of the view `at` begin that follow each other up to it. */
function startOfBlock(views: readonly RelayView[], at: number): number {
  let start = at;
  while (start > 0 && views[start - 1]?.fingerprint === views[at]?.fingerprint) start -= 1;
  return start;
}

/** Whether the view `next` follows the block before it as its views follow each other. */
function isInStep(views: readonly RelayView[], start: number, next: number): boolean {
  const atMs = (nth: number) => views[nth]?.atMs ?? 0;
  const between: number[] = [];
  for (let nth = start + 1; nth < next; nth += 1) between.push(atMs(nth) - atMs(nth - 1));
  const middle = between.sort((one, other) => one - other)[Math.floor(between.length / 2)] ?? 0;
  const own = atMs(next) - atMs(next - 1);
  return middle > 0 && middle <= RELAY.longestMs && Math.abs(own - middle) <= RELAY.toleranceMs;
}
