import { traceReport } from '../features/reports/trace-report.ts';
import { askForJob } from '../maintenance/ask-for-job.ts';
import { EXPLAIN_QUERY, type ExplainedQuery, type QueryToExplain } from '../maintenance/explain-query-job.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { findCustomer } from './lookup-queries.ts';
import { telling } from './telling.ts';

/**
 * Prints the queries that a report sends to the events store. The report runs in the server or in this process. Throws
 * an `AdminError` with the API's message if there is no such report.
 */
export async function explainQuery(
  context: AdminContext,
  { query, as }: { readonly query: string; readonly as: string },
): Promise<void> {
  const { accounts, config, now, print } = context;
  const payload: QueryToExplain = { query, as: await readerOf(context, as) };
  const asked = { kind: EXPLAIN_QUERY, payload: JSON.stringify(payload) };
  const needs = { accounts, config, now, explainReport: traceReport, ...telling(print) };
  const outcome = await askForJob(needs, asked);
  if ('failure' in outcome) throw new AdminError(`The query was not explained. ${outcome.failure}`);
  const { text, refusal } = outcome.result as ExplainedQuery;
  if (text !== null) print(text.trimEnd());
  if (refusal !== null) throw new AdminError(refusal);
}

const SIDES = {
  owner: { kind: 'property', is: 'an advertiser' },
  advertiser: { kind: 'advertiser', is: 'an owner' },
} as const;

async function readerOf({ accounts }: AdminContext, text: string): Promise<QueryToExplain['as']> {
  if (text === 'admin') return { kind: 'all' };
  const [, side, named] = /^(owner|advertiser):(.+)$/s.exec(text) ?? [];
  if ((side !== 'owner' && side !== 'advertiser') || named === undefined)
    throw new AdminError(`'${text}' is not a reader. Enter admin, owner:<cid or name> or advertiser:<cid or name>.`);
  const { id, kind, name } = await findCustomer(accounts, named);
  if (kind !== SIDES[side].kind) throw new AdminError(`'${name}' is ${SIDES[side].is}.`);
  return { kind: side, customerId: id };
}
