/** About 10 MB. */
const MOST_OUTLETS = 100_000;

type Last = {
  /** Whose charge it was of. */
  readonly viewId: bigint;
  readonly atMs: number;
  /** When the charge before was read. */
  readonly beforeMs: number | null;
};

/**
 * When each outlet was read last, as far as this process knows: it only bounds what the next reading can be, and without it the bound is
 * that of a day.
 */
export function createLastReadings() {
  const byOutlet = new Map<number, Last>();

  const before = (outletKey: number, viewId: bigint): number | null => {
    const last = byOutlet.get(outletKey);
    if (last === undefined) return null;
    return last.viewId === viewId ? last.beforeMs : last.atMs;
  };

  return {
    /** Milliseconds since the reading before, of another charge; null where none is known, or it is not older. */
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
