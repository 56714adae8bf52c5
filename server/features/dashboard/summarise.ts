import type { Summary } from '#contract/list.ts';
import { campaignStatus, isLive } from '#domain/campaign-status.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { Scope } from '#domain/role.ts';
import { ratingOf } from '#domain/usage.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Figures } from '../../figures/figures.ts';
import { scopeName } from '../../figures/freshness.ts';
import { lastSeenOf, type Network } from '../../figures/network.ts';
import { projectFigures } from '../../figures/project-figures.ts';
import type { Question } from '../../figures/question.ts';
import { createSharedAnswers, type SharedAnswers } from '../../figures/shared-answers.ts';
import { addFigures, NO_FIGURES } from '../../figures/sums.ts';
import { countCampaigns, readCampaigns } from './accounts-queries.ts';
import { outletsInScope } from './outlets-in-scope.ts';

type Reading = Pick<Dependencies, 'accounts' | 'now'> & { readonly figures: Figures };

type OutletCounts = Pick<Summary, 'outlets' | 'outlets_by_status'>;

/** A status may be this much older than the clock. */
const MOST_AGE_MS = 1_000;

/** The summary card: everything in scope added up. `outlets` are those that stand there now, as on the map. */
export function createSummaries(reading: Reading): (question: Question) => Promise<Summary> {
  const { figures } = reading;
  const counted = new WeakMap<Network, SharedAnswers<OutletCounts>>();
  const count = (network: Network, question: Question) => {
    const answers = counted.get(network) ?? createSharedAnswers<OutletCounts>({ maxAgeMs: MOST_AGE_MS, most: 128 });
    counted.set(network, answers);
    return answers.get(
      `${scopeName(question.scope)}|${question.customerKey}`,
      () => (question.scope.kind === 'advertiser' ? figures.freshness(question.scope) : 0),
      () => countOutlets(reading, network, question),
    );
  };
  return (question) => summarise(reading, question, count);
}

async function summarise(
  reading: Reading,
  question: Question,
  count: (network: Network, question: Question) => Promise<OutletCounts>,
): Promise<Summary> {
  const { figures } = reading;
  const { scope } = question;
  const [network, sums, firstMs, customers] = await Promise.all([
    figures.network(),
    figures.customerSums(question),
    figures.firstEventAt(question),
    figures.customersIn(question),
  ]);
  const sum = [...sums.values()].reduce(addFigures, NO_FIGURES);
  return {
    ...projectFigures(sum, scope),
    customers: customers.length,
    ...(await count(network, question)),
    ...(await describeCampaigns(reading, scope)),
    rating: ratingOf(sum.ratedBurns, sum.ratedViews),
    since: firstMs === null ? null : new Date(firstMs).toISOString(),
  };
}

async function countOutlets({ figures, now }: Reading, network: Network, question: Question): Promise<OutletCounts> {
  const holdings = await outletsInScope(figures, network, question);
  if (question.scope.kind === 'advertiser') {
    return { outlets: new Set(holdings.map(({ outlet }) => outlet.key)).size };
  }
  const lastSeen = await figures.lastSeen(holdings.map(({ outlet }) => outlet.key));
  const byStatus = { online: 0, late: 0, offline: 0, never: 0 };
  for (const holding of holdings) byStatus[outletStatus(lastSeenOf(holding, lastSeen), now())] += 1;
  return { outlets: holdings.length, outlets_by_status: byStatus };
}

/** How many campaigns there are; an owner learns nothing of them. */
async function describeCampaigns({ accounts, now }: Reading, scope: Scope) {
  if (scope.kind === 'owner') return {};
  if (scope.kind === 'all') {
    const { all, active } = await countCampaigns(accounts, now());
    return { campaigns: all, active_campaigns: active };
  }
  const { campaigns, flights } = await readCampaigns(accounts, scope.customerId);
  const running = flights.filter((flight) => isLive(flight, now()));
  return {
    campaigns,
    active_campaigns: new Set(running.map(({ campaignId }) => campaignId)).size,
    campaign_status: campaignStatus(flights, now()) ?? 'Ended',
  };
}
