import type { Dependencies } from '../dependencies.ts';
import { asKnownOn, type Question } from '../figures/query/question.ts';
import { readQuestion } from '../figures/read-question.ts';
import type { FigureRequest } from './explainers.ts';

/** The parameters that select a range and a customer. */
export const RANGE = ['from', 'to', 'range', 'start', 'end', 'tz', 'cid'] as const;

/** Reads the range and the customer of an explained figure. */
export async function readExplainedRange(
  { figures, now }: Pick<Dependencies, 'figures' | 'now'>,
  { knownOn, query, scope }: FigureRequest,
): Promise<Question> {
  const { from, to, range, start, end, tz, cid } = query;
  const told = { from, to, range, start, end, tz, cid };
  const asked = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  const known = asKnownOn(knownOn());
  return { ...(await readQuestion(figures, () => scope, asked, now())), ...known };
}
