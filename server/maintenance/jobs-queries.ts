import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { MaintenanceJobTable } from '../databases/accounts/maintenance-tables.ts';

export type JobRow = MaintenanceJobTable;

export async function insertJob(
  accounts: AccountsDb,
  job: Pick<JobRow, 'id' | 'kind' | 'payload' | 'requested_at'>,
): Promise<void> {
  const fresh = { state: 'waiting', holder: null, until_at: 0, tries: 0, result: '{}', failure: null, ended_at: null };
  await accounts
    .insertInto('maintenance_jobs')
    .values({ ...job, ...fresh, state: 'waiting' })
    .execute();
}

export const findJob = (accounts: AccountsDb, id: string): Promise<JobRow | undefined> =>
  accounts.selectFrom('maintenance_jobs').selectAll().where('id', '=', id).executeTakeFirst();

/** In the order they were asked for. */
export const findOpenJobs = (accounts: AccountsDb): Promise<JobRow[]> =>
  accounts.selectFrom('maintenance_jobs').selectAll().where('ended_at', 'is', null).orderBy('requested_at').execute();

/** True if the job is now this holder's; one statement, so that only one of several gets it. */
export async function claimJob(
  accounts: AccountsDb,
  { id, holder, now, untilMs }: { id: string; holder: string; now: number; untilMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await accounts
    .updateTable('maintenance_jobs')
    .set((eb) => ({ state: 'running', holder, until_at: untilMs, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('until_at', '<=', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Only of a job that is still this holder's. */
export async function changeJob(
  accounts: AccountsDb,
  { id, holder }: { id: string; holder: string },
  change: Partial<Pick<JobRow, 'state' | 'until_at' | 'tries' | 'result' | 'failure' | 'ended_at' | 'payload'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await accounts
    .updateTable('maintenance_jobs')
    .set(change)
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Where one process at a time has the events store, whoever had a job before is gone. */
export async function freeJobs(accounts: AccountsDb): Promise<void> {
  await accounts.updateTable('maintenance_jobs').set({ until_at: 0 }).where('ended_at', 'is', null).execute();
}

export async function deleteOldJobs(accounts: AccountsDb, endedBefore: number): Promise<void> {
  await accounts.deleteFrom('maintenance_jobs').where('ended_at', '<', endedBefore).execute();
}
