import type { Scope } from '#domain/role.ts';
import { END_OF_TIME_MS } from '../query/time-range.ts';
import type { CachedAnswers } from './figure-cache.ts';

/**
 * Reads a question in two parts, before and after the settled time. The cache keeps the first part until a late event,
 * and the second part until any event.
 */
export async function inTwoParts<Value>(
  kept: { readonly settled: CachedAnswers<Value>; readonly recent: CachedAnswers<Value> },
  scope: Scope,
  question: { readonly name: string; readonly settledMs: number },
  read: (fromMs: number, toMs: number) => Promise<Value>,
): Promise<[before: Value, since: Value]> {
  const { settledMs } = question;
  const name = `${question.name}|${settledMs}`;
  return Promise.all([
    kept.settled.get(scope, name, () => read(0, settledMs)),
    kept.recent.get(scope, name, () => read(settledMs, END_OF_TIME_MS)),
  ]);
}
