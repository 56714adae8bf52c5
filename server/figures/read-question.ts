import type { Scope } from '#domain/role.ts';
import type { Question } from './asked/question.ts';
import { readRange, readTimeZone } from './asked/time-range.ts';
import type { Figures } from './figures.ts';

type RangeQuery = Parameters<typeof readRange>[0] & { readonly tz?: string; readonly cid?: string };

/**
 * What a request asks about: the caller's scope, narrowed by `cid`, range and zone. The parameters are checked before the
 * customer, so that a malformed call is told so whoever makes it.
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
