import type { ViewPage } from '#contract/list.ts';
import { isoDateOf } from '#domain/calendar-date.ts';
import { DAY_MS, WEEK_MS } from '#domain/durations.ts';
import { MOST_MS_EARLY } from '#domain/event-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Question } from '../../figures/asked/question.ts';
import { END_OF_TIME_MS, stampsOf } from '../../figures/asked/time-range.ts';
import { scopeName } from '../../figures/keep/freshness.ts';
import { answerAgeMs } from '../../figures/keep/settled-time.ts';
import { projectView } from '../../figures/project/project-figures.ts';
import { addFigures, NO_FIGURES } from '../../figures/read/sums.ts';
import { findOutletViews, type RecordedView, type ViewPlace } from '../../figures/read/view-events-queries.ts';
import { createSharedAnswers } from '../../memory/shared-answers.ts';
import { decodeCursor, encodeCursor, wholeNumber } from './cursor.ts';
import { findHoldings } from './find-outlet.ts';
import { viewNamesOf } from './list-customers.ts';

type Reading = Pick<Dependencies, 'config' | 'events' | 'figures' | 'now'>;
type ViewQuery = { readonly limit?: string; readonly cursor?: string };

const DEFAULT_LIMIT = 50;
const LARGEST_ID = 2n ** 64n - 1n;
/** The time that `ratedViews` is about. */
const RATED_MS = 30 * DAY_MS;

/** Views that are kept for those who open the same outlets. */
const MOST_KEPT = 10_000;

/**
 * One outlet's views, newest first. A page begins after the place of the cursor, so events that arrive meanwhile neither
 * repeat nor hide a view. First pages are shared until events come.
 */
export function createViewPages(
  reading: Reading,
): (question: Question, eui: string, query: ViewQuery) => Promise<ViewPage> {
  const first = createSharedAnswers<readonly RecordedView[]>({
    maxAgeMs: answerAgeMs(reading.config),
    most: MOST_KEPT,
    sizeOf: ({ length }) => length,
  });
  return async (question, eui, query) => {
    const find = (page: PageQuestion, looks: Looks) => findPage(reading, question, page, looks);
    if (query.cursor !== undefined) return listViewPage(reading, question, eui, query, find);
    return listViewPage(reading, question, eui, query, (page, looks) => {
      const { customerKeys, outletKey, before, limit } = page;
      const { startMs, endMs, days } = question.range;
      return first.get(
        [
          scopeName(question.scope),
          customerKeys,
          outletKey,
          startMs,
          endMs,
          days?.byStamp,
          before.timestampMs,
          limit,
        ].join('|'),
        () => reading.figures.freshness(question.scope),
        () => find(page, looks),
      );
    });
  };
}

type PageQuestion = {
  readonly customerKeys: number[];
  readonly outletKey: number;
  readonly before: ViewPlace;
  readonly limit: number;
};

async function listViewPage(
  { figures, now }: Reading,
  question: Question,
  eui: string,
  query: ViewQuery,
  find: (page: PageQuestion, looks: Looks) => Promise<readonly RecordedView[]>,
): Promise<ViewPage> {
  const { scope, range } = question;
  const before: ViewPlace =
    query.cursor === undefined
      ? { timestampMs: range.endMs ?? END_OF_TIME_MS, eventId: 0n }
      : readPlace(query.cursor, range.endMs);
  const holdings = await findHoldings(figures, question, eui);
  const outletKey = holdings[0]?.outlet.key ?? 0;
  const customerKeys = holdings.map(({ customer }) => customer.key);
  const limit = Number(query.limit ?? DEFAULT_LIMIT);
  const [network, { table }, { seal }] = await Promise.all([
    figures.network(),
    figures.outletSums(question, customerKeys),
    figures.sealState(),
  ]);
  const own = customerKeys.map((key) => table.get(key)?.get(outletKey) ?? NO_FIGURES).reduce(addFigures, NO_FIGURES);
  const found = await find(
    { customerKeys, outletKey, before, limit: limit + 1 },
    looksFor(own.ratedViews, limit, now()),
  );
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const names = viewNamesOf(network);
  return {
    data: page.map((view) => projectView(view, scope, names)),
    next_cursor: found.length > limit && last ? encodeCursor(last.timestampMs, last.eventId) : null,
    views_total: own.total.views,
    kept_since: seal.archive.endMs > (range.startMs ?? 0) ? isoDateOf(seal.archive.endMs) : null,
  };
}

function readPlace(cursor: string, endMs: number | null): ViewPlace {
  const [timestamp, id] = decodeCursor(cursor, 2);
  const place = {
    timestampMs: Number(wholeNumber(timestamp, BigInt(END_OF_TIME_MS))),
    eventId: wholeNumber(id, LARGEST_ID),
  };
  return endMs === null || place.timestampMs < endMs ? place : { timestampMs: endMs, eventId: 0n };
}

type Looks = { readonly newestMs: number; readonly backMs: readonly number[] };

/**
 * How far to look back: at first so far that an outlet as busy as this one in its last 30 days likely fills the page,
 * because each week looked at costs.
 */
function looksFor(ratedViews: number, limit: number, nowMs: number): Looks {
  const likelyMs = Math.max(WEEK_MS, (1.25 * limit * RATED_MS) / Math.max(ratedViews, 1));
  return { newestMs: nowMs + MOST_MS_EARLY, backMs: [likelyMs, 4 * likelyMs, Number.POSITIVE_INFINITY] };
}

/** Looks ever further back until the page is full or the range begins (docs/events-store.md#reading). */
async function findPage(
  { events }: Pick<Dependencies, 'events'>,
  { scope, range }: Question,
  page: PageQuestion,
  { newestMs, backMs }: Looks,
): Promise<readonly RecordedView[]> {
  const firstMs = range.startMs ?? 0;
  for (const look of backMs) {
    const fromMs = Math.floor(Math.max(firstMs, Math.min(page.before.timestampMs, newestMs) - look));
    const found = await findOutletViews(events, scope, { ...page, fromMs, stamps: stampsOf(range) });
    if (found.length >= page.limit || fromMs === firstMs) return found;
  }
  return [];
}
