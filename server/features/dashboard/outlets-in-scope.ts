import type { Figures } from '../../figures/figures.ts';
import type { Question } from '../../figures/query/question.ts';
import { createIdentityMemo } from '../../memory/memoize-by-identity.ts';
import { type HoldingSet, standingAmong, standingAnywhere } from '../../network/snapshot/holding-set.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';

const NONE = new Uint32Array();

/** Returns the outlets that are in the scope now; for an advertiser, those where its campaigns ran. */
export async function outletsInScope(figures: Figures, network: Network, question: Question): Promise<HoldingSet> {
  const { scope, customerKey } = question;
  const { packed } = network;
  if (scope.kind === 'advertiser') {
    const hosted = (await figures.campaignOutlets(scope))?.valid ?? NOWHERE;
    return hostedOnce([packed, hosted, customerKey === null ? packed : whoseOf(network, customerKey)], () => {
      const numbers = [...hosted]
        .filter(([key]) => customerKey === null || key === customerKey)
        .flatMap(([key, outlets]) => [...outlets].map((outletKey) => packed.numberOf(key, outletKey)))
        .filter((number) => number >= 0);
      return { packed, numbers: Uint32Array.from(numbers).sort() };
    });
  }
  const ownKey = customerKey ?? (scope.kind === 'owner' ? scope.customerKey : null);
  if (ownKey === null) return standingAnywhere(packed);
  const own = network.holdings.get(ownKey);
  return own === undefined ? { packed, numbers: NONE } : standingAmong(own);
}

const NOWHERE: ReadonlyMap<number, ReadonlySet<number>> = new Map();
/** Returns the same `HoldingSet` instance for the same outlets, so that derived data is computed only once. */
const hostedOnce = createIdentityMemo<HoldingSet>();
const whoseOf = (network: Network, key: number): object => network.holdings.get(key) ?? NOWHERE;
