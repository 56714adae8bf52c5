import { type OpenPlay, type Refusal, refusalOf } from './outlet-allowance.ts';

/** Plays that an outlet wants to hold beside those it holds. */
export type WantedPlays = {
  readonly outletKey: number;
  readonly sockets: number;
  readonly plays: readonly OpenPlay[];
  /** Of a flight, in micro-dollars. */
  readonly budgetOf: (flightKey: number) => number;
};

/** Those that the outlet may not have, by id. */
export type Refused = ReadonlyMap<string, Refusal>;

export type ReportedPlay = { readonly outletKey: number; readonly id: string };

/** Plays that outlets hold: served, and neither reported nor over. */
export type OpenPlays = {
  heldBy(outletKey: number): Promise<readonly OpenPlay[]>;
  /** The outlet holds all but the refused ones from now on. Calls at the same time never exceed its allowance together. */
  take(wanted: WantedPlays): Promise<Refused>;
  /** Their views were stored and count. Never fails: what stays open ends with its time. */
  release(reported: readonly ReportedPlay[]): Promise<void>;
};

/** Adds to `open`, which has nothing that is over, what fits. */
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

/** Of the one process that serves. A restart forgets them: what was held before it is held beside what is served after it. */
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
