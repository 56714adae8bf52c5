import type { TrialSums } from '#contract/trial.ts';
import type { Earned } from '#domain/contract-trial.ts';
import type { BillableKind } from '#domain/money.ts';

type Both = { before: bigint; after: bigint };
/** The owner and flight of an event, or of a group of alike events. */
export type TriedRow = {
  readonly customerKey: number;
  readonly advertiserKey: number;
  readonly flightKey: number;
  readonly kind: BillableKind;
  /** Any time on the day of the event. */
  readonly atMs: number;
  /** For a group of alike events: the hash by which the events store finds them again. */
  readonly alike?: string;
  /** For a single event that was judged again: its id. */
  readonly single?: { readonly eventId: bigint; readonly outletKey: number };
};

/** Collects events' actual and hypothetical amounts. Null means that they do not count. */
export type TrialBook = {
  add(of: TriedRow, events: number, before: Earned | null, after: Earned | null): void;
};

/** What each customer earns or pays before and after, and the number of views. */
export type TrialTally = TrialBook & {
  readonly owners: Map<number, Both>;
  readonly advertisers: Map<number, Both>;
  readonly views: { before: number; after: number };
};

export function createTally(): TrialTally {
  const owners = new Map<number, Both>();
  const advertisers = new Map<number, Both>();
  const bothOf = (of: Map<number, Both>, key: number): Both => {
    const known = of.get(key) ?? { before: 0n, after: 0n };
    of.set(key, known);
    return known;
  };
  const views = { before: 0, after: 0 };
  return {
    owners,
    advertisers,
    views,
    add: ({ customerKey, advertiserKey, kind }, events, before, after) => {
      const count = BigInt(events);
      const [owner, advertiser] = [bothOf(owners, customerKey), bothOf(advertisers, advertiserKey)];
      owner.before += count * BigInt(before?.owner ?? 0);
      owner.after += count * BigInt(after?.owner ?? 0);
      advertiser.before += count * BigInt(before?.amount ?? 0);
      advertiser.after += count * BigInt(after?.amount ?? 0);
      if (kind !== 'view') return;
      if (before !== null) views.before += events;
      if (after !== null) views.after += events;
    },
  };
}

/** Sums one side of a tally. The network keeps what owners do not get. */
export function sumsOf(tally: TrialTally, side: 'before' | 'after'): TrialSums {
  const all = (of: ReadonlyMap<number, Both>) => [...of.values()].reduce((sum, both) => sum + both[side], 0n);
  const [advertisers, owners] = [all(tally.advertisers), all(tally.owners)];
  return {
    advertisers: String(advertisers),
    owners: String(owners),
    network: String(advertisers - owners),
    views: tally.views[side],
  };
}
