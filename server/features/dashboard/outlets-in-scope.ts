import type { Question } from '../../figures/asked/question.ts';
import type { Figures } from '../../figures/figures.ts';
import { eachOf, inTurns, type Slices, sorted } from '../../memory/in-slices.ts';
import { keptWith } from '../../memory/kept-with.ts';
import type { Holding, Network } from '../../network/snapshot/whole-network.ts';

/** The outlets that stand in the scope now; for an advertiser those where its campaigns ran. In no order. */
export async function outletsInScope(
  figures: Figures,
  network: Network,
  question: Question,
): Promise<readonly Holding[]> {
  const { scope, customerKey } = question;
  if (scope.kind === 'advertiser') {
    const hosted = (await figures.hostedOutlets(scope)) ?? new Map<number, ReadonlySet<number>>();
    return [...hosted]
      .filter(([key]) => customerKey === null || key === customerKey)
      .flatMap(([key, outlets]) => [...outlets].map((outletKey) => network.holdings.get(key)?.get(outletKey)))
      .filter((holding) => holding !== undefined);
  }
  const ownKey = customerKey ?? (scope.kind === 'owner' ? scope.customerKey : null);
  if (ownKey === null) return standingAnywhere(network);
  const own = network.holdings.get(ownKey);
  return own === undefined ? [] : standingAmong(own);
}

const standingAmong = keptWith((holdings: ReadonlyMap<number, Holding>): readonly Holding[] =>
  [...holdings.values()].filter(({ endedAt }) => endedAt === null),
);
const standingAnywhere = keptWith(({ holdings }: Network) => inTurns(standingOfAll(holdings)));

function* standingOfAll(holdings: Network['holdings']): Slices<readonly Holding[]> {
  const standing: Holding[] = [];
  yield* eachOf(holdings.values(), (own) => {
    for (const holding of own.values()) if (holding.endedAt === null) standing.push(holding);
  });
  return standing;
}

/** By EUI, then customer. */
export const inOrder = keptWith(
  (holdings: readonly Holding[]): Promise<readonly Holding[]> => inTurns(sorted(holdings, placeInOrder)),
);

const placeInOrder = ({ outlet, customer }: Holding) => `${outlet.eui}/${String(customer.key).padStart(10, '0')}`;
