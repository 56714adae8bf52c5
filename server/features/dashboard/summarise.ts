import type { Summary } from '#contract/list.ts';
import type { ReportComparison } from '#contract/reports.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { Scope } from '#domain/role.ts';
import { ratingOf } from '#domain/usage.ts';
import type { Dependencies } from '../../dependencies.ts';
import { projectFigures } from '../../figures/project/project-figures.ts';
import type { Question } from '../../figures/query/question.ts';
import { addUp } from '../../figures/read/figure-table.ts';
import { forEachChunked, runChunked } from '../../memory/chunked.ts';
import { onceEach } from '../../network/snapshot/holding-set.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { comparedSum, readCompared } from './compare-figures.ts';
import { countCampaigns } from './dashboard-queries.ts';
import { createOutletAnswers } from './outlet-answers.ts';
import { outletsInScope } from './outlets-in-scope.ts';
import { describeOwnCampaigns } from './own-campaigns.ts';

type Reading = Pick<Dependencies, 'accounts' | 'config' | 'figures' | 'now'>;

type OutletCounts = Pick<Summary, 'outlets' | 'outlets_by_status'>;

/**
 * Creates the summary card: the sum of everything in scope. `outlets` counts the outlets in place now, as on the map.
 */
export function createSummaries(
  reading: Reading,
): (question: Question, comparison?: ReportComparison) => Promise<Summary> {
  const shared = createOutletAnswers<OutletCounts>(reading.figures);
  return async (question, comparison) => {
    const [summary, before] = await Promise.all([
      summarise(reading, question, (network) =>
        shared(network, question, () => countOutlets(reading, network, question)),
      ),
      // Historical figures have no comparison, because cached customer sums reflect current data.
      readCompared(reading.figures, question, question.knownOn === undefined ? comparison : undefined, reading.now()),
    ]);
    return { ...summary, ...comparedSum(before, question) };
  };
}

async function summarise(
  reading: Reading,
  question: Question,
  count: (network: Network) => Promise<OutletCounts>,
): Promise<Summary> {
  const { figures } = reading;
  const { scope } = question;
  const [network, sums, firstMs, customers, period] = await Promise.all([
    figures.network(),
    figures.customerSums(question),
    figures.firstEventAt(question),
    figures.customersIn(question),
    figures.periodOf(question),
  ]);
  const sum = addUp(sums);
  return {
    ...projectFigures(sum, scope),
    period,
    customers: customers.length,
    ...(await count(network)),
    ...(await describeCampaigns(reading, scope)),
    rating: ratingOf(sum.ratedBurns, sum.ratedViews),
    first_event_at: firstMs === null ? null : new Date(firstMs).toISOString(),
  };
}

async function countOutlets({ figures, now }: Reading, network: Network, question: Question): Promise<OutletCounts> {
  const set = await outletsInScope(figures, network, question);
  if (question.scope.kind === 'advertiser') {
    return { outlets: (await onceEach(set)).numbers.length };
  }
  const seen = await figures.seenIn(set);
  const byStatus = { online: 0, late: 0, offline: 0, never: 0 };
  const nowMs = now();
  const count = (number: number) => {
    byStatus[outletStatus(seen(number), nowMs)] += 1;
  };
  await runChunked(forEachChunked(set.numbers, count));
  return { outlets: set.numbers.length, outlets_by_status: byStatus };
}

/** Counts the campaigns. Owners do not see them. */
async function describeCampaigns(reading: Reading, scope: Scope) {
  const { accounts, now } = reading;
  if (scope.kind === 'owner') return {};
  if (scope.kind === 'all') {
    const { all, active } = await countCampaigns(accounts, now());
    return { campaigns: all, active_campaigns: active };
  }
  return describeOwnCampaigns(reading, scope);
}
