import { RATED_DAYS } from '#domain/constants.ts';
import { DAY_MS, WEEK_MS } from '#domain/durations.ts';
import { MOST_MS_EARLY } from '#domain/event-time.ts';
import type { FigureCache } from './cache/figure-cache.ts';
import type { Needs } from './needs.ts';
import type { Question } from './query/question.ts';
import { stampsOf } from './query/time-range.ts';
import { findOutletViews, type RecordedView, type ViewPlace } from './read/view-events-queries.ts';

export type ViewPageQuestion = {
  readonly customerKeys: readonly number[];
  readonly outletKey: number;
  readonly before: ViewPlace;
  readonly limit: number;
  /** The number of the outlet's views in the last 30 days, from which to estimate how far back a page reaches. */
  readonly ratedViews: number;
  /**
   * Whether this is the first page. The cache keeps first pages until events arrive, because many users open the same
   * outlets.
   */
  readonly isFirst: boolean;
};

/** The period that `ratedViews` covers. */
const RATED_MS = RATED_DAYS * DAY_MS;

/** Creates the function that reads an outlet's views before a position, newest first. */
export function createOutletViews(
  { events, now }: Pick<Needs, 'events' | 'now'>,
  { answers }: FigureCache,
): (question: Question, page: ViewPageQuestion) => Promise<readonly RecordedView[]> {
  const first = answers<readonly RecordedView[]>('outletViews', ({ length }) => length);

  /**
   * Reads further back step by step, until the page is full or the start of the range is reached
   * (docs/events-store.md#reading).
   */
  async function find({ knownOn, range, scope }: Question, page: ViewPageQuestion): Promise<readonly RecordedView[]> {
    const firstMs = range.startMs ?? 0;
    const fromMs = Math.min(page.before.timestampMs, now() + MOST_MS_EARLY);
    for (const look of looksBack(page)) {
      const startMs = Math.floor(Math.max(firstMs, fromMs - look));
      const found = await findOutletViews(events, scope, {
        ...page,
        fromMs: startMs,
        stamps: stampsOf(range),
        knownOn: knownOn ?? null,
      });
      if (found.length >= page.limit || startMs === firstMs) return found;
    }
    return [];
  }

  return (question, page) => {
    if (!page.isFirst) return find(question, page);
    const { days, endMs, startMs } = question.range;
    const { before, customerKeys, limit, outletKey } = page;
    const name = [
      customerKeys,
      outletKey,
      startMs,
      endMs,
      days?.byStamp,
      before.timestampMs,
      limit,
      question.knownOn,
    ].join('|');
    return first.get(question.scope, name, () => find(question, page));
  };
}

/**
 * Returns how far back each step reads. For a busy outlet, the first step is likely to fill the page, because each week
 * read has a cost.
 */
function looksBack({ limit, ratedViews }: ViewPageQuestion): readonly number[] {
  const likelyMs = Math.max(WEEK_MS, (1.25 * limit * RATED_MS) / Math.max(ratedViews, 1));
  return [likelyMs, 4 * likelyMs, Number.POSITIVE_INFINITY];
}
