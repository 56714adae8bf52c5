import { normalEui } from '#domain/eui.ts';
import type { Figures } from '../../figures/figures.ts';
import type { Question } from '../../figures/query/question.ts';
import { AppError } from '../../http/app-error.ts';
import type { Holding } from '../../network/snapshot/network-parts.ts';

/**
 * Finds an outlet's assignments to the customers in scope. An owner sees its own assignments, an administrator sees
 * all, and an advertiser sees those during which its campaigns ran. Current assignments come first. An outlet outside
 * the scope gets the same 403 whether it exists or not. An administrator gets 404 for an unknown outlet.
 */
export async function findHoldings(figures: Figures, question: Question, eui: string): Promise<readonly Holding[]> {
  const { scope, customerKey } = question;
  const network = await figures.network();
  const outlet = network.outletByEui.get(normalEui(eui));
  const holders = outlet === undefined ? [] : (network.holders.get(outlet.key) ?? []);
  const allowed =
    outlet === undefined || scope.kind !== 'advertiser'
      ? holders.filter((key) => scope.kind !== 'owner' || key === scope.customerKey)
      : await hostsOf(figures, question, outlet.key, holders);
  const holdings = allowed
    .filter((key) => customerKey === null || key === customerKey)
    .map((key) => (outlet === undefined ? undefined : network.holdings.get(key)?.get(outlet.key)))
    .filter((holding) => holding !== undefined)
    .sort((a, b) => Number(a.endedAt !== null) - Number(b.endedAt !== null));
  if (holdings.length > 0) return holdings;
  if (scope.kind === 'all') throw new AppError('not-found', 'Outlet not found.');
  throw new AppError('forbidden', 'You don’t have access to this outlet.');
}

/** Returns the owners of the outlet while an advertiser's campaigns ran there. */
async function hostsOf(figures: Figures, question: Question, outletKey: number, holders: readonly number[]) {
  const outlets = await figures.campaignOutlets(question.scope);
  return holders.filter((key) => outlets?.all.get(key)?.has(outletKey));
}
