/** More than an outlet can show: ten a second for a quarter of an hour. What is beyond it binds budgets and shows nothing. */
export const MOST_OPEN = 10_000;

export type OpenPlays = {
  /** As many of these as the outlet may still have now; they are its own until they are given back, also for calls beside. */
  take(outletKey: number, plays: number): number;
  /** So many were not served. */
  giveBack(outletKey: number, plays: number): void;
};

/**
 * Plays that outlets may have open at a time, so that one key cannot bind the budgets of the network with plays that nobody
 * sees. Counted over the time that a play is valid, begun anew when that is over: at worst twice as many are open.
 */
export function createOpenPlays({ playMs, now }: { readonly playMs: number; readonly now: () => number }): OpenPlays {
  const counts = new Map<number, { readonly untilMs: number; plays: number }>();

  function countOf(outletKey: number) {
    const known = counts.get(outletKey);
    return known !== undefined && now() < known.untilMs ? known : undefined;
  }

  return {
    take: (outletKey, plays) => {
      const count = countOf(outletKey) ?? { untilMs: now() + playMs, plays: 0 };
      const taken = Math.min(plays, MOST_OPEN - count.plays);
      count.plays += taken;
      counts.set(outletKey, count);
      return taken;
    },
    giveBack: (outletKey, plays) => {
      const count = countOf(outletKey);
      if (count !== undefined) count.plays = Math.max(0, count.plays - plays);
    },
  };
}
