import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** Finds when each recurring job last started, and its last result. */
export const findTurns = (accounts: AccountsDb) =>
  accounts
    .selectFrom('job_turns')
    .select(['job', 'minute_at', 'begun_at', 'ended_at', 'failure'])
    .orderBy('job')
    .execute();

/** Finds the newest backup in the audit log. Unlike jobs, its entries are not deleted after a while. */
export const findNewestBackup = (accounts: AccountsDb) =>
  accounts
    .selectFrom('audit_log')
    .select(['at', 'subject'])
    .where('action', '=', 'installation.backed-up')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
