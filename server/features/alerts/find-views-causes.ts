import type { AlertRule } from '#contract/alerts.ts';
import { percentInvalid, percentOfUsual, watchedDays } from '#domain/alert-views.ts';
import { counted } from '#domain/counted.ts';
import { HOUR_MS } from '#domain/durations.ts';
import type { Figures } from '../../figures/figures.ts';
import type { CellsQuestion, Pair } from '../../figures/query/cells-question.ts';
import { groupColumn, runsOf } from '../../figures/query/outlet-runs.ts';
import { grouped } from '../../lib/grouped.ts';
import { type Chunked, forEachChunked, runAtOnce, runInBackground } from '../../memory/chunked.ts';
import { findOutages } from './causes-queries.ts';
import type { Found, Looking } from './looking.ts';

/** How much a value must improve (in percent) before its alert ends. Otherwise, the alert would flap all day. */
const BETTER = { views_low: 5, invalid_share: 2 } as const;
type ViewsRule = keyof typeof BETTER;
type Sum = Pick<VenueViews, 'views' | 'allViews'>;
type Named = Pick<VenueViews, 'id' | 'name'>;
type Watched = Sum & Named;

/**
 * Creates the check for views far below those of the same weekdays, and for a high share of invalid views, per owner
 * and for the network. Reads the views once an hour.
 */
export function createViewsLook(): (looking: Looking) => Promise<Found[]> {
  let known: { readonly endMs: number | undefined; readonly found: readonly Found[] } | null = null;
  return async (looking) => {
    const days = watchedDays(looking.nowMs);
    const endMs = days[0]?.endMs;
    if (known?.endMs !== endMs) known = { endMs, found: await findViewsCauses(looking, days) };
    // Switching a rule off takes effect immediately, not only with the next hour's values.
    return known?.found.filter(({ customerId, rule }) => looking.ruleOf(customerId ?? '', rule).on) ?? [];
  };
}

async function findViewsCauses(looking: Looking, days: ReturnType<typeof watchedDays>): Promise<Found[]> {
  const { accounts, figures } = looking;
  const [venues, outages] = await Promise.all([
    readVenueViews(figures, days),
    findOutages(accounts, days[0]?.startMs ?? looking.nowMs),
  ]);
  // Ingestion was down. Another alert already reports this, and an alert about low views would add nothing.
  if (outages.includes('ingestion')) return [];
  const silent = new Set(outages.map((cause) => cause.split('/')[1]));
  const all = [...venues.values()];
  const isHeard = ({ id }: VenueViews) => !silent.has(id);
  const found: Found[][] = [];
  await runInBackground(
    forEachChunked(
      grouped(all, ({ customerId }) => customerId),
      ([customerId, own]) => {
        // A silent venue already has its own alert.
        found.push(lowOf(looking, customerId, own.filter(isHeard)), invalidOf(looking, customerId, own));
      },
    ),
  );
  const network = [{ ...(await runInBackground(sumOf(all))), id: '', name: '' }];
  const causes = [found, lowOf(looking, null, network), invalidOf(looking, null, network)].flat(2);
  const dated: Found[] = [];
  for (const cause of causes) dated.push(cause.rule === 'invalid_share' ? await datedBy(looking, cause, days) : cause);
  return dated;
}

/** Maximum number of outlets per query: a server accepts no parameter larger than 128 KiB. */
const MOST_OUTLETS = 10_000;

/**
 * Dates a high share of invalid views from the hour of the first invalid view in the watched day. An alert that already
 * exists keeps its date.
 */
async function datedBy(
  { figures, standingCauses }: Looking,
  found: Found,
  [day]: ReturnType<typeof watchedDays>,
): Promise<Found> {
  const known = standingCauses.get(found.cause);
  if (known !== undefined || day === undefined) return { ...found, sinceMs: known ?? null };
  const starts = Array.from({ length: 24 }, (_, hour) => day.startMs + hour * HOUR_MS);
  const keys = found.customerId === null ? null : await outletsOf(figures, found);
  let firstMs = Number.POSITIVE_INFINITY;
  for (let from = 0; from < (keys?.length ?? 1); from += MOST_OUTLETS) {
    const rows = await figures.cells({
      scope: { kind: 'all' },
      customerKey: null,
      range: day,
      withInvalid: true,
      knownOn: null,
      columns: [{ by: 'start', starts }],
      filters: keys === null ? {} : { outlets: keys.slice(from, from + MOST_OUTLETS) },
    });
    for (const { allViews, of, views } of rows) if (allViews > views) firstMs = Math.min(firstMs, Number(of[0]));
  }
  return { ...found, sinceMs: Number.isFinite(firstMs) ? firstMs : null };
}

/** Returns the keys of the outlets that are now at the venues of a problem. */
async function outletsOf(figures: Pick<Figures, 'network'>, { affected }: Found): Promise<number[]> {
  const venues = new Set(affected.map(({ id }) => id));
  const { holdings } = await figures.network();
  const keys: number[] = [];
  for (const outlets of holdings.values())
    await runInBackground(
      forEachChunked(outlets.values(), ({ endedAt, outlet, venue }) => {
        if (endedAt === null && venues.has(venue.id)) keys.push(outlet.key);
      }),
    );
  return keys;
}

function* sumOf(venues: readonly Sum[]): Chunked<Sum> {
  const sum = { views: (venues[0]?.views ?? []).map(() => 0), allViews: 0 };
  yield* forEachChunked(venues, ({ views, allViews }) => {
    for (const [day, came] of views.entries()) sum.views[day] = (sum.views[day] ?? 0) + came;
    sum.allViews += allViews;
  });
  return sum;
}

/** Returns a rule's limit, which is stricter while its alert is active; null if the rule is off. */
function limitOf({ ruleOf, standingCauses }: Looking, rule: ViewsRule, customerId: string | null): number | null {
  const { on, threshold } = ruleOf(customerId ?? '', rule);
  if (!on) return null;
  if (!standingCauses.has(causeOf(rule, customerId))) return threshold;
  return rule === 'views_low' ? threshold + BETTER[rule] : threshold - BETTER[rule];
}

const causeOf = (rule: AlertRule, customerId: string | null): string => `${rule}/${customerId ?? ''}`;

/**
 * Finds low views. For an owner, the alert names the venues concerned. For the network, it compares a single sum and
 * names no venues.
 */
function lowOf(looking: Looking, customerId: string | null, sums: readonly Watched[]): Found[] {
  const limit = limitOf(looking, 'views_low', customerId);
  if (limit === null) return [];
  const low = sums.filter(({ views }) => (percentOfUsual(views) ?? Number.POSITIVE_INFINITY) < limit);
  if (low.length === 0) return [];
  const percent = Math.floor(percentOfUsual(runAtOnce(sumOf(low)).views) ?? 0);
  const affected = customerId === null ? [] : low.map(named);
  return [
    {
      cause: causeOf('views_low', customerId),
      rule: 'views_low',
      customerId,
      venueId: venueOf(affected),
      // The share of a day has no instant at which it fell. A check finds it within an hour.
      sinceMs: null,
      affected,
      title: `Views ${whereOf(customerId, affected)} are at ${percent}% of the same weekdays`,
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
  const percent = Math.floor(percentOf(runAtOnce(sumOf(over))));
  const affected = customerId === null ? [] : over.map(named);
  return [
    {
      cause: causeOf('invalid_share', customerId),
      rule: 'invalid_share',
      customerId,
      venueId: venueOf(affected),
      sinceMs: null,
      affected,
      title: `${percent}% of the views ${whereOf(customerId, affected)} are invalid`,
      path: pathOf('/app/reports?range=7d&metric=invalid_views', affected),
    },
  ];
}

/** Returns the venue if only one is affected. */
const venueOf = (venues: readonly Named[]): string | null => (venues.length === 1 ? (venues[0]?.id ?? null) : null);

const named = ({ id, name }: Named): Named => ({ id, name });

const VENUE = { one: 'venue', other: 'venues' };

function whereOf(customerId: string | null, venues: readonly Named[]): string {
  const [first] = venues;
  if (customerId === null) return 'in the whole network';
  return venues.length === 1 ? `at ${first?.name}` : `at ${counted(venues.length, VENUE)}`;
}

/** Maximum number of venues that fit in a URL filter. If there are more, the report shows all venues. */
const MOST_FILTERED = 20;
function pathOf(report: string, venues: readonly Named[]): string {
  if (venues.length === 0 || venues.length > MOST_FILTERED) return report;
  return `${report}&filters=${encodeURIComponent(JSON.stringify({ venue: venues.map(({ id }) => id) }))}`;
}

/** A venue's views: one count for each watched day, newest first. */
type VenueViews = {
  readonly id: string;
  readonly name: string;
  readonly customerId: string;
  readonly views: number[];
  /** All views on the newest day, including invalid views. */
  allViews: number;
};
type Day = { readonly startMs: number; readonly endMs: number };
type Placed = Pair & { readonly venue: VenueViews };

/** Number of outlets per query, so that other requests run between two queries at any network size. */
const STEP = 20_000;

/** Reads the views of all venues that currently have outlets, by venue. */
async function readVenueViews(
  figures: Pick<Figures, 'network' | 'cells'>,
  days: readonly Day[],
): Promise<ReadonlyMap<string, VenueViews>> {
  const { holdings } = await figures.network();
  const venues = new Map<string, VenueViews>();
  let step: Placed[] = [];
  for (const outlets of holdings.values()) {
    await runInBackground(
      forEachChunked(outlets.values(), ({ customer, endedAt, outlet, venue: { id, name } }) => {
        if (endedAt !== null || customer.deleted) return;
        const made = { id, name, customerId: customer.id, views: days.map(() => 0), allViews: 0 };
        const venue = venues.get(id) ?? made;
        venues.set(id, venue);
        step.push({ customerKey: customer.key, outletKey: outlet.key, venue });
      }),
    );
    for (; step.length >= STEP; step = step.slice(STEP)) await addViews(figures, days, step.slice(0, STEP));
  }
  if (step.length > 0) await addViews(figures, days, step);
  return venues;
}

async function addViews(
  figures: Pick<Figures, 'cells'>,
  days: readonly Day[],
  placed: readonly Placed[],
): Promise<void> {
  const venues = [...new Set(placed.map(({ venue }) => venue))];
  const numberOf = new Map(venues.map((venue, at) => [venue, at + 1]));
  const groups = placed.map(({ venue, ...pair }) => ({ ...pair, group: numberOf.get(venue) ?? 0 }));
  const column = groupColumn(await runInBackground(runsOf(groups)));
  for (const [at, day] of days.entries()) {
    const question: CellsQuestion = {
      scope: { kind: 'all' },
      customerKey: null,
      range: day,
      withInvalid: at === 0,
      knownOn: null,
      columns: [column],
      filters: { customers: [...new Set(placed.map(({ customerKey }) => customerKey))] },
    };
    for (const { allViews, of, views } of await figures.cells(question)) {
      const venue = venues[Number(of[0]) - 1];
      if (venue === undefined) continue;
      venue.views[at] = (venue.views[at] ?? 0) + views;
      if (at === 0) venue.allViews += allViews;
    }
  }
}
