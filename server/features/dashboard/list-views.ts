import type { ViewPage } from '#contract/list.ts';
import { isoDateOf } from '#domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import { projectView } from '../../figures/project/project-figures.ts';
import type { Question } from '../../figures/query/question.ts';
import { END_OF_TIME_MS } from '../../figures/query/time-range.ts';
import { addFigures, NO_FIGURES } from '../../figures/read/sums.ts';
import type { ViewPlace } from '../../figures/read/view-events-queries.ts';
import { decodeCursor, encodeCursor, wholeNumber } from './cursor.ts';
import { findHoldings } from './find-outlet.ts';
import { viewNamesOf } from './list-customers.ts';

type ViewQuery = { readonly limit?: string; readonly cursor?: string };

const DEFAULT_LIMIT = 50;
const LARGEST_ID = 2n ** 64n - 1n;

/** One outlet's views, newest first. A page begins after the cursor, so new events neither repeat nor hide a view. */
export async function listViewPage(
  { figures }: Pick<Dependencies, 'figures'>,
  question: Question,
  eui: string,
  query: ViewQuery,
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
  const [network, { table }, singlesSinceMs] = await Promise.all([
    figures.network(),
    figures.outletSums(question, customerKeys, [outletKey]),
    figures.singlesSince(),
  ]);
  const own = customerKeys.map((key) => table.get(key)?.get(outletKey) ?? NO_FIGURES).reduce(addFigures, NO_FIGURES);
  const found = await figures.outletViews(question, {
    customerKeys,
    outletKey,
    before,
    ratedViews: own.ratedViews,
    limit: limit + 1,
    isFirst: query.cursor === undefined,
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const names = viewNamesOf(network);
  return {
    data: page.map((view) => projectView(view, scope, names)),
    next_cursor: found.length > limit && last ? encodeCursor(last.timestampMs, last.eventId) : null,
    views_total: own.total.views,
    kept_since: singlesSinceMs > (range.startMs ?? 0) ? isoDateOf(singlesSinceMs) : null,
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
