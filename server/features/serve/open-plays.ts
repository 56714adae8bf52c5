/** More than an outlet can show: ten a second for a quarter of an hour. What is beyond it binds budgets and shows nothing. */
export const MOST_OPEN = 10_000;

export type OpenPlays = {
  /** How many more the outlet may have now. */
  left(outletKey: number): number;
  given(outletKey: number, plays: number): void;
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
    left: (outletKey) => MOST_OPEN - (countOf(outletKey)?.plays ?? 0),
    given: (outletKey, plays) => {
      const known = countOf(outletKey);
      if (known === undefined) counts.set(outletKey, { untilMs: now() + playMs, plays });
      else known.plays += plays;
    },
  };
}
