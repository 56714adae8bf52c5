import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

const MOST_JOBS = 20;

/** Finds the newest manual jobs. Their subjects are omitted, because they may name a person. */
export const findNewestJobs = (accounts: AccountsDb) =>
  accounts
    .selectFrom('maintenance_jobs')
    .select(['kind', 'state', 'requested_at', 'ended_at', 'failure'])
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(MOST_JOBS)
    .execute();
