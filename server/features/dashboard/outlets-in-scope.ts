import type { Figures } from '../../figures/figures.ts';
import type { Holding, Network } from '../../figures/network.ts';
import type { Question } from '../../figures/question.ts';

/** The outlets that stand in the scope now; for an advertiser those where its campaigns ran. In no order. */
export async function outletsInScope(figures: Figures, network: Network, question: Question): Promise<Holding[]> {
  const { scope, customerKey } = question;
  if (scope.kind === 'advertiser') {
    const table = await figures.outletSums(question, customerKey === null ? null : [customerKey]);
    return [...table].flatMap(([key, outlets]) =>
      [...outlets.keys()]
        .map((outletKey) => network.holdings.get(key)?.get(outletKey))
        .filter((one) => one !== undefined),
    );
  }
  const ownKey = customerKey ?? (scope.kind === 'owner' ? scope.customerKey : null);
  const customers = ownKey === null ? [...network.holdings.values()] : [network.holdings.get(ownKey) ?? new Map()];
  return customers.flatMap((outlets) => [...outlets.values()].filter(({ endedAt }) => endedAt === null));
}
