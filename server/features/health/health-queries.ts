import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

const MOST_JOBS = 20;

/** What commands asked for, the newest first. What one was about is not read: it may name a person. */
export const findNewestJobs = (accounts: AccountsDb) =>
  accounts
    .selectFrom('maintenance_jobs')
    .select(['kind', 'state', 'requested_at', 'ended_at', 'failure'])
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(MOST_JOBS)
    .execute();

/** When each of the jobs that go on by themselves last began, and how it ended last. */
export const findTurns = (accounts: AccountsDb) =>
  accounts
    .selectFrom('job_turns')
    .select(['job', 'minute_at', 'begun_at', 'ended_at', 'failure'])
    .orderBy('job')
    .execute();

/** Jobs are forgotten after a while; the audit log keeps that there was a backup. */
export const findNewestBackup = (accounts: AccountsDb) =>
  accounts
    .selectFrom('audit_log')
    .select(['at', 'subject'])
    .where('action', '=', 'installation.backed-up')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
