import type { Scope } from '#domain/role.ts';
import { END_OF_TIME_MS } from '../asked/time-range.ts';
import type { KeptAnswers } from './kept.ts';

/** What `read` finds before and since the settled time; the first part is kept until a late event, the other until any event. */
export async function inTwoParts<Value>(
  kept: { readonly settled: KeptAnswers<Value>; readonly recent: KeptAnswers<Value> },
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
