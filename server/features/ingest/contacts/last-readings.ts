/** About 10 MB. */
const MOST_OUTLETS = 100_000;

type Last = {
  /** The view whose charge was read. */
  readonly viewId: bigint;
  readonly atMs: number;
  /** Time of the reading of the previous charge. */
  readonly beforeMs: number | null;
};

/**
 * The time of each outlet's last reading, as far as this process knows. It only limits how large the next reading can
 * be. Without it, the limit for a day applies.
 */
export function createLastReadings() {
  const byOutlet = new Map<number, Last>();

  const before = (outletKey: number, viewId: bigint): number | null => {
    const last = byOutlet.get(outletKey);
    if (last === undefined) return null;
    return last.viewId === viewId ? last.beforeMs : last.atMs;
  };

  return {
    /** Milliseconds since the last reading of another charge; null if it is unknown or not older. */
    elapsed(outletKey: number, viewId: bigint, atMs: number): number | null {
      const last = before(outletKey, viewId);
      return last === null || last >= atMs ? null : atMs - last;
    },
    note(outletKey: number, viewId: bigint, atMs: number): void {
      const beforeMs = before(outletKey, viewId);
      byOutlet.delete(outletKey);
      byOutlet.set(outletKey, { viewId, atMs, beforeMs });
      for (const key of byOutlet.keys()) {
        if (byOutlet.size <= MOST_OUTLETS) break;
        byOutlet.delete(key);
      }
    },
  };
}
