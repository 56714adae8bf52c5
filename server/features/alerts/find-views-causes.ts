import type { AlertRule } from '#contract/alerts.ts';
import { percentInvalid, percentOfUsual, watchedDays } from '#domain/alert-views.ts';
import { grouped } from '../../lib/grouped.ts';
import { atOnce, eachOf, inQuietTurns, type Slices } from '../../memory/in-slices.ts';
import { findOutages } from './causes-queries.ts';
import type { Found, Looking } from './looking.ts';
import { readVenueViews, type VenueViews } from './read-venue-views.ts';

/** What was said has to be so much better (percent) before it is over: else it begins and ends all day. */
const BETTER = { views_low: 5, invalid_share: 2 } as const;
type ViewsRule = keyof typeof BETTER;
type Sum = Pick<VenueViews, 'views' | 'allViews'>;
type Named = Pick<VenueViews, 'id' | 'name'>;
type Watched = Sum & Named;

/** Views far below the same weekdays, and views that do not count: of each owner, and of the network. Read once an hour. */
export function createViewsLook(): (looking: Looking) => Promise<Found[]> {
  let known: { readonly endMs: number | undefined; readonly found: readonly Found[] } | null = null;
  return async (looking) => {
    const days = watchedDays(looking.nowMs);
    const endMs = days[0]?.endMs;
    if (known?.endMs !== endMs) known = { endMs, found: await findViewsCauses(looking, days) };
    // Who wants no more of it need not wait for the next hour.
    return known?.found.filter(({ customerId, rule }) => looking.ruleOf(customerId ?? '', rule).on) ?? [];
  };
}

async function findViewsCauses(looking: Looking, days: ReturnType<typeof watchedDays>): Promise<Found[]> {
  const { accounts, figures } = looking;
  const [venues, outages] = await Promise.all([
    readVenueViews(figures, days),
    findOutages(accounts, days[0]?.startMs ?? looking.nowMs),
  ]);
  // Nothing came in at all: that was told, and nothing below says more.
  if (outages.includes('ingestion')) return [];
  const silent = new Set(outages.map((cause) => cause.split('/')[1]));
  const all = [...venues.values()];
  const isHeard = ({ id }: VenueViews) => !silent.has(id);
  const found: Found[][] = [];
  await inQuietTurns(
    eachOf(
      grouped(all, ({ customerId }) => customerId),
      ([customerId, own]) => {
        // A venue that was silent has been named for it.
        found.push(lowOf(looking, customerId, own.filter(isHeard)), invalidOf(looking, customerId, own));
      },
    ),
  );
  const network = [{ ...(await inQuietTurns(sumOf(all))), id: '', name: '' }];
  return [found, lowOf(looking, null, network), invalidOf(looking, null, network)].flat(2);
}

function* sumOf(venues: readonly Sum[]): Slices<Sum> {
  const sum = { views: (venues[0]?.views ?? []).map(() => 0), allViews: 0 };
  yield* eachOf(venues, ({ views, allViews }) => {
    for (const [day, came] of views.entries()) sum.views[day] = (sum.views[day] ?? 0) + came;
    sum.allViews += allViews;
  });
  return sum;
}

/** The limit of a rule, which is stricter while its alert stands; null where nobody wants to know. */
function limitOf({ ruleOf, standingCauses }: Looking, rule: ViewsRule, customerId: string | null): number | null {
  const { on, threshold } = ruleOf(customerId ?? '', rule);
  if (!on) return null;
  if (!standingCauses.has(causeOf(rule, customerId))) return threshold;
  return rule === 'views_low' ? threshold + BETTER[rule] : threshold - BETTER[rule];
}

const causeOf = (rule: AlertRule, customerId: string | null): string => `${rule}/${customerId ?? ''}`;

/** Of an owner the venues that are worst off are named; the network is one sum, and nothing of it is named. */
function lowOf(looking: Looking, customerId: string | null, sums: readonly Watched[]): Found[] {
  const limit = limitOf(looking, 'views_low', customerId);
  if (limit === null) return [];
  const low = sums.filter(({ views }) => (percentOfUsual(views) ?? Number.POSITIVE_INFINITY) < limit);
  if (low.length === 0) return [];
  const percent = Math.floor(percentOfUsual(atOnce(sumOf(low)).views) ?? 0);
  const affected = customerId === null ? [] : low.map(named);
  return [
    {
      ...{ cause: causeOf('views_low', customerId), rule: 'views_low', customerId, affected },
      title: `Views ${whereOf(customerId, affected)} are ${percent}% of what the same weekdays had`,
      path: pathOf('/app/reports?range=7d&compare=same_weekdays', affected),
    },
  ];
}

function invalidOf(looking: Looking, customerId: string | null, sums: readonly Watched[]): Found[] {
  const limit = limitOf(looking, 'invalid_share', customerId);
  if (limit === null) return [];
  const percentOf = ({ allViews, views: [views = 0] }: Sum) => percentInvalid(views, allViews) ?? 0;
  const over = sums.filter((sum) => percentOf(sum) > limit);
  if (over.length === 0) return [];
  const percent = Math.floor(percentOf(atOnce(sumOf(over))));
  const affected = customerId === null ? [] : over.map(named);
  return [
    {
      ...{ cause: causeOf('invalid_share', customerId), rule: 'invalid_share', customerId, affected },
      title: `${percent}% of the views ${whereOf(customerId, affected)} do not count`,
      path: pathOf('/app/reports?range=7d&metric=invalid_views', affected),
    },
  ];
}

const named = ({ id, name }: Named): Named => ({ id, name });

function whereOf(customerId: string | null, venues: readonly Named[]): string {
  const [first] = venues;
  if (customerId === null) return 'of the whole network';
  return venues.length === 1 ? `at ${first?.name}` : `at ${venues.length} venues`;
}

/** Of more venues than an address holds the report shows all. */
const MOST_FILTERED = 20;
function pathOf(report: string, venues: readonly Named[]): string {
  if (venues.length === 0 || venues.length > MOST_FILTERED) return report;
  return `${report}&filters=${encodeURIComponent(JSON.stringify({ venue: venues.map(({ id }) => id) }))}`;
}
