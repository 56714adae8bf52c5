import type { Figures } from '../../figures/figures.ts';
import type { Holding, Network } from '../../figures/network.ts';
import type { Question } from '../../figures/question.ts';

/** The outlets that stand in the scope now; for an advertiser those where its campaigns ran. In no order. */
export async function outletsInScope(figures: Figures, network: Network, question: Question): Promise<Holding[]> {
  const { scope, customerKey } = question;
  if (scope.kind === 'advertiser') {
    const hosted = (await figures.hostedOutlets(scope)) ?? new Map<number, ReadonlySet<number>>();
    return [...hosted]
      .filter(([key]) => customerKey === null || key === customerKey)
      .flatMap(([key, outlets]) => [...outlets].map((outletKey) => network.holdings.get(key)?.get(outletKey)))
      .filter((holding) => holding !== undefined);
  }
  const ownKey = customerKey ?? (scope.kind === 'owner' ? scope.customerKey : null);
  const customers = ownKey === null ? [...network.holdings.values()] : [network.holdings.get(ownKey) ?? new Map()];
  return customers.flatMap((outlets) => [...outlets.values()].filter(({ endedAt }) => endedAt === null));
}
