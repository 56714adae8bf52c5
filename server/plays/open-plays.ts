import { type OpenPlay, type Refusal, refusalOf } from './outlet-allowance.ts';

/** Plays that an outlet requests in addition to its open plays. */
export type WantedPlays = {
  readonly outletKey: number;
  readonly sockets: number;
  readonly plays: readonly OpenPlay[];
  /** Returns a flight's budget in micro-dollars. */
  readonly budgetOf: (flightKey: number) => number;
};

/** Refused plays by ID, with the reason. */
export type Refused = ReadonlyMap<string, Refusal>;

export type ReportedPlay = { readonly outletKey: number; readonly id: string };

/** Outlets' open plays, which have been served and are neither reported nor expired. */
export type OpenPlays = {
  heldBy(outletKey: number): Promise<readonly OpenPlay[]>;
  /**
   * Adds all plays except the refused ones, and returns the refused ones. Concurrent calls together never exceed the
   * outlet's allowance.
   */
  take(wanted: WantedPlays): Promise<Refused>;
  /**
   * Removes plays whose views were stored as valid. Never rejects, because a play that stays open expires eventually.
   */
  release(reported: readonly ReportedPlay[]): Promise<void>;
};

/** Adds the plays that fit to `open`, and returns the refused ones. `open` must not contain expired plays. */
export function addOpenPlays(open: OpenPlay[], { plays, sockets, budgetOf }: WantedPlays, nowMs: number): Refused {
  const refused = new Map<string, Refusal>();
  for (const play of plays) {
    const refusal = refusalOf(open, play, { sockets, budgetMicros: budgetOf(play.flightKey), nowMs });
    if (refusal === null) open.push(play);
    else refused.set(play.id, refusal);
  }
  return refused;
}

export const stillOpen = (open: readonly OpenPlay[], nowMs: number): OpenPlay[] =>
  open.filter(({ expiresMs, heldUntilMs }) => Math.max(expiresMs, heldUntilMs) > nowMs);

/**
 * Creates open plays for a single serving process. They are lost in a restart, so an outlet may then hold its earlier
 * plays in addition to newly served ones.
 */
export function createMemoryOpenPlays(now: () => number): OpenPlays {
  const held = new Map<number, OpenPlay[]>();
  const openOf = (outletKey: number) => stillOpen(held.get(outletKey) ?? [], now());
  return {
    heldBy: async (outletKey) => openOf(outletKey),
    take: async (wanted) => {
      const open = openOf(wanted.outletKey);
      const refused = addOpenPlays(open, wanted, now());
      held.set(wanted.outletKey, open);
      return refused;
    },
    release: async (reported) => {
      const ids = new Set(reported.map(({ id }) => id));
      for (const { outletKey } of reported) {
        const open = openOf(outletKey).filter(({ id }) => !ids.has(id));
        if (open.length === 0) held.delete(outletKey);
        else held.set(outletKey, open);
      }
    },
  };
}
