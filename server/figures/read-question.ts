import type { Scope } from '#domain/role.ts';
import type { Figures } from './figures.ts';
import type { Question } from './query/question.ts';
import { readRange, readTimeZone } from './query/time-range.ts';

type RangeQuery = Parameters<typeof readRange>[0] & { readonly tz?: string; readonly cid?: string };

/**
 * Builds the question that a request asks: the caller's scope narrowed by `cid`, the range and the time zone. Validates
 * the parameters before the customer, so that every caller gets the same error for a malformed request.
 */
export async function readQuestion(
  figures: Figures,
  scopeOf: () => Scope,
  query: RangeQuery,
  nowMs: number,
): Promise<Question> {
  const range = readRange(query, nowMs);
  const timeZone = readTimeZone(query.tz);
  const narrowed = await figures.narrow(scopeOf(), query.cid);
  return figures.resolve({ ...narrowed, range, timeZone });
}
