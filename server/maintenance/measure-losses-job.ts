import type { EventsStore } from '#event-store/operations.ts';
import { type LossCost, measureLosses } from '#event-store/operations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import type { JobWork } from './job-runner.ts';

export const MEASURE_LOSSES = 'measure-losses';

/** The command's output before it gives up any events. */
export type MeasuredLosses = { readonly losses: readonly LossCost[] };

/**
 * Creates the job that measures what is left of the weeks with missing events, and the cost of giving up the rest. It
 * changes nothing.
 */
export function createLossMeasuring({
  accounts,
  events,
}: {
  readonly accounts: AccountsDb;
  readonly events: Pick<EventsStore, 'engine'>;
}): JobWork {
  return async () => {
    const result: MeasuredLosses = { losses: await measureLosses(events.engine, createSealLedger(accounts)) };
    return { result, audit: null };
  };
}
