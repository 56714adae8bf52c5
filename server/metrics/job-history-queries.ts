import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

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
