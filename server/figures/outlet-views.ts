import { RATED_DAYS } from '#domain/constants.ts';
import { DAY_MS, WEEK_MS } from '#domain/durations.ts';
import { MOST_MS_EARLY } from '#domain/event-time.ts';
import type { Question } from './asked/question.ts';
import { stampsOf } from './asked/time-range.ts';
import type { Keeper } from './keep/kept.ts';
import type { Needs } from './needs.ts';
import { findOutletViews, type RecordedView, type ViewPlace } from './read/view-events-queries.ts';

export type ViewPageQuestion = {
  readonly customerKeys: readonly number[];
  readonly outletKey: number;
  readonly before: ViewPlace;
  readonly limit: number;
  /** Of the outlet's last 30 days: how far a page of it likely reaches back. */
  readonly ratedViews: number;
  /** First pages are kept for those who open the same outlets, until events come. */
  readonly isFirst: boolean;
};

/** The time that `ratedViews` is about. */
const RATED_MS = RATED_DAYS * DAY_MS;

/** Views of an outlet, newest first, older than a place. */
export function createOutletViews(
  { events, now }: Pick<Needs, 'events' | 'now'>,
  { answers }: Keeper,
): (question: Question, page: ViewPageQuestion) => Promise<readonly RecordedView[]> {
  const first = answers<readonly RecordedView[]>('outletViews', ({ length }) => length);

  /** Looks ever further back until the page is full or the range begins (docs/events-store.md#reading). */
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

/** At first so far that an outlet as busy as this one likely fills the page, because each week looked at costs. */
function looksBack({ limit, ratedViews }: ViewPageQuestion): readonly number[] {
  const likelyMs = Math.max(WEEK_MS, (1.25 * limit * RATED_MS) / Math.max(ratedViews, 1));
  return [likelyMs, 4 * likelyMs, Number.POSITIVE_INFINITY];
}
