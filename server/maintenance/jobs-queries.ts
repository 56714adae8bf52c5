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

/** Finds unfinished jobs, in the order in which they were requested. */
export const findOpenJobs = (accounts: AccountsDb): Promise<JobRow[]> =>
  accounts.selectFrom('maintenance_jobs').selectAll().where('ended_at', 'is', null).orderBy('requested_at').execute();

/**
 * Claims a job, and returns whether this holder now has it. The claim is a single statement, so only one of several
 * holders gets the job. If the response is lost, the same holder can claim the job again without counting a second
 * attempt. `tries` is the number of earlier attempts.
 */
export async function claimJob(
  accounts: AccountsDb,
  { id, holder, now, untilMs, tries }: { id: string; holder: string; now: number; untilMs: number; tries: number },
): Promise<boolean> {
  const { numUpdatedRows } = await accounts
    .updateTable('maintenance_jobs')
    .set({ state: 'running', holder, until_at: untilMs, tries: tries + 1 })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where((is) => is.or([is('until_at', '<=', now), is('holder', '=', holder)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Changes a job only while this holder still holds its lease. */
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

/**
 * Releases all unfinished jobs. Call this function only if a single process can open the events store, because any
 * earlier holder has then exited.
 */
export async function freeJobs(accounts: AccountsDb): Promise<void> {
  await accounts.updateTable('maintenance_jobs').set({ until_at: 0 }).where('ended_at', 'is', null).execute();
}

export async function deleteOldJobs(accounts: AccountsDb, endedBefore: number): Promise<void> {
  await accounts.deleteFrom('maintenance_jobs').where('ended_at', '<', endedBefore).execute();
}
