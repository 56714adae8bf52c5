import { VIEWS_PER_DEVICE } from '#contract/list.ts';
import { DAY_MS } from '#domain/durations.ts';
import { MOST_MS_EARLY } from '#domain/event-time.ts';
import type { Needs } from './needs.ts';
import type { Interval } from './plan/reading-plan.ts';
import type { ReadSealState } from './plan/seal-state.ts';
import type { CustomerFigures } from './project/customer-figures.ts';
import type { Question } from './query/question.ts';
import { stampsOf } from './query/time-range.ts';
import {
  findNewestViews,
  findNewestViewsWithin,
  type RecentViews,
  type RecordedView,
} from './read/view-events-queries.ts';

/**
 * How far back each step reads, so that busy outlets never cost a scan of their history (docs/events-store.md#reading).
 */
const LOOKS_BACK_MS: readonly number[] = [14 * DAY_MS, 56 * DAY_MS, 224 * DAY_MS, Number.POSITIVE_INFINITY];

/** The latest views in the question's range by customer key and outlet key, newest first, at most 12 per outlet. */
export type RecentViewTable = ReadonlyMap<number, ReadonlyMap<number, readonly RecordedView[]>>;

/** Reads the latest views at the outlets on the cards. */
export async function readRecentViews(
  { events, now }: Pick<Needs, 'events' | 'now'>,
  sealState: ReadSealState,
  question: Question,
  cards: readonly CustomerFigures[],
): Promise<RecentViewTable> {
  const { scope, range } = question;
  const customerKeys = cards.map(({ customer }) => customer.key);
  const fromMs = range.startMs ?? 0;
  if (customerKeys.length === 0) return new Map();
  const latestMs = now() + MOST_MS_EARLY + 1;
  const isOver = range.endMs !== null && range.endMs <= latestMs;
  if (scope.kind === 'advertiser' || isOver || stampsOf(range) !== null || question.knownOn !== undefined) {
    return readBack({ events }, question, cards, { fromMs, toMs: Math.min(range.endMs ?? latestMs, latestMs) });
  }
  // If a range ends now, its latest views are the latest views overall, as long as they are in the range.
  const { lateWeeks, seal } = await sealState();
  const found = await findNewestViews(events, scope, {
    customerKeys,
    generation: seal.generation,
    watermarkMs: Date.parse(seal.watermark),
    lateWeeks,
  });
  return tableOf(found, fromMs);
}

/** Reads the latest views in a time range. Reads further back only for outlets that still lack views. */
async function readBack(
  { events }: Pick<Needs, 'events'>,
  { knownOn, scope, range }: Question,
  cards: readonly CustomerFigures[],
  { fromMs, toMs }: Interval,
): Promise<RecentViewTable> {
  const table = new Map<number, ReadonlyMap<number, readonly RecordedView[]>>();
  const isMissing = (customerKey: number, outletKey: number, views: number) =>
    (table.get(customerKey)?.get(outletKey)?.length ?? 0) < Math.min(views, VIEWS_PER_DEVICE);
  for (const look of LOOKS_BACK_MS) {
    const missing = cards.flatMap(({ customer, outlets }) =>
      outlets
        .filter(({ holding, total }) => isMissing(customer.key, holding.outlet.key, total.views))
        .map(({ holding }) => ({ customerKey: customer.key, outletKey: holding.outlet.key })),
    );
    if (missing.length === 0) break;
    const within = { fromMs: Math.max(fromMs, toMs - look), toMs };
    const found = await findNewestViewsWithin(events, scope, {
      customerKeys: [...new Set(missing.map(({ customerKey }) => customerKey))],
      outletKeys: [...new Set(missing.map(({ outletKey }) => outletKey))],
      within,
      stamps: stampsOf(range),
      knownOn: knownOn ?? null,
    });
    for (const [customerKey, outlets] of tableOf(found)) {
      table.set(customerKey, new Map([...(table.get(customerKey) ?? []), ...outlets]));
    }
    if (within.fromMs === fromMs) break;
  }
  return table;
}

function tableOf(rows: readonly RecentViews[], fromMs = 0): Map<number, Map<number, readonly RecordedView[]>> {
  const table = new Map<number, Map<number, readonly RecordedView[]>>();
  for (const { customerKey, outletKey, views } of rows) {
    const own = table.get(customerKey) ?? new Map<number, readonly RecordedView[]>();
    table.set(
      customerKey,
      own.set(
        outletKey,
        views.filter(({ timestampMs }) => timestampMs >= fromMs),
      ),
    );
  }
  return table;
}
