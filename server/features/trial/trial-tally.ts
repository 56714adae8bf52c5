import type { TrialSums } from '#contract/trial.ts';
import type { Earned } from '#domain/contract-trial.ts';

type Both = { before: bigint; after: bigint };
type Pair = { readonly customerKey: number; readonly advertiserKey: number };

/** What customers earn and pay before and after, and all of them together. */
export type TrialTally = {
  readonly owners: Map<number, Both>;
  readonly advertisers: Map<number, Both>;
  readonly views: { before: number; after: number };
  add(of: Pair, events: number, before: Earned | null, after: Earned | null): void;
};

export function createTally(): TrialTally {
  const owners = new Map<number, Both>();
  const advertisers = new Map<number, Both>();
  const bothOf = (of: Map<number, Both>, key: number): Both => {
    const known = of.get(key) ?? { before: 0n, after: 0n };
    of.set(key, known);
    return known;
  };
  return {
    owners,
    advertisers,
    views: { before: 0, after: 0 },
    add: ({ customerKey, advertiserKey }, events, before, after) => {
      const count = BigInt(events);
      const [owner, advertiser] = [bothOf(owners, customerKey), bothOf(advertisers, advertiserKey)];
      owner.before += count * BigInt(before?.owner ?? 0);
      owner.after += count * BigInt(after?.owner ?? 0);
      advertiser.before += count * BigInt(before?.amount ?? 0);
      advertiser.after += count * BigInt(after?.amount ?? 0);
    },
  };
}

/** The network has what owners do not. */
export function sumsOf(tally: TrialTally, side: 'before' | 'after'): TrialSums {
  const all = (of: ReadonlyMap<number, Both>) => [...of.values()].reduce((sum, both) => sum + both[side], 0n);
  const [advertisers, owners] = [all(tally.advertisers), all(tally.owners)];
  return {
    ...{ advertisers: String(advertisers), owners: String(owners), network: String(advertisers - owners) },
    views: tally.views[side],
  };
}
