import type { ReadRecorder } from '#event-store/event-store.ts';
import { type EventsStore, recordReads } from '#event-store/operations.ts';
import { withRetries } from '#event-store/retry-steps.ts';
import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { NetworkMemory } from '../network/snapshot/network-memory.ts';
import type { JobWork } from './job-runner.ts';

export const EXPLAIN_QUERY = 'explain-query';

/** A report query, and the viewer for whom the report is created. */
export type QueryToExplain = {
  /** As in the URL: `range=30d&metrics=views`. */
  readonly query: string;
  readonly as: { readonly kind: 'all' } | { readonly kind: 'owner' | 'advertiser'; readonly customerId: string };
};

/** The command's output. */
export type ExplainedQuery = {
  /** The statements; null if none were sent. */
  readonly text: string | null;
  /** The reason why there is no report; null if there is one. */
  readonly refusal: string | null;
};

type Stores = {
  readonly accounts: AccountsDb;
  readonly config: Config;
  readonly network: NetworkMemory;
  readonly now: () => number;
};

/** Runs a report and describes the statements that it sent. */
export type ExplainReport = (
  stores: Stores & { readonly recorder: ReadRecorder },
  asked: QueryToExplain,
) => Promise<ExplainedQuery>;

/** Disables retries, because a person is waiting, and a statement that is too slow is part of the output. */
const NO_RETRY = { times: { firstMs: 0, longestMs: 0, forMs: 0 }, report: () => undefined };

/** Creates the job that describes which queries a report sends to the events store. It changes nothing. */
export function createQueryExplaining(
  { events, ...stores }: Stores & { readonly events: EventsStore },
  explain: ExplainReport,
): JobWork {
  return async ({ payload }) => {
    const asked = JSON.parse(payload) as QueryToExplain;
    const work = () => explain({ ...stores, recorder: recordReads(events) }, asked);
    return { result: await withRetries(NO_RETRY, work), audit: null };
  };
}
