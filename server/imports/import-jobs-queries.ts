import { type RawBuilder, sql } from 'kysely';
import { type AccountsDb, isPostgres } from '../databases/accounts/accounts-db.ts';
import type { ImportJobTable } from '../databases/accounts/import-tables.ts';
import { storeTime } from '../databases/accounts/store-time.ts';

export type ImportJobRow = ImportJobTable;
type Own = { readonly id: string; readonly holder: string };

/**
 * Returns the time on the clock that all processes share. With this clock, a run on a machine with a wrong clock is not
 * considered dead, and does not take over another run's job.
 */
const storeClock = (db: AccountsDb): RawBuilder<number> => storeTime(db, Date.now);

/** Returns the time at this duration from now. */
export const untilIn = (db: AccountsDb, ms: number): RawBuilder<number> => sql<number>`${storeClock(db)} + ${ms}`;

type Until = { readonly until_at: number | RawBuilder<number> };
type Change = Partial<Omit<ImportJobRow, 'until_at'> & Until>;

export async function insertJob(db: AccountsDb, job: Omit<ImportJobRow, 'until_at'> & Until): Promise<void> {
  await db.insertInto('import_jobs').values(job).execute();
}

export const findJob = (db: AccountsDb, id: string): Promise<ImportJobRow | undefined> =>
  db.selectFrom('import_jobs').selectAll().where('id', '=', id).executeTakeFirst();

/** Finds jobs of a kind, newest first. */
export const findJobsOf = (db: AccountsDb, kind: string, most: number): Promise<ImportJobRow[]> =>
  db
    .selectFrom('import_jobs')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

/** Finds jobs without a live run that are unfinished or left staged rows. */
export const findLeft = (db: AccountsDb): Promise<ImportJobRow[]> =>
  db
    .selectFrom('import_jobs')
    .selectAll()
    .where('is_clean', '=', 0)
    .where('until_at', '<', storeClock(db))
    .orderBy('started_at')
    .execute();

/** Changes a job only if this run holds it and it is in the given state. */
export async function changeJob(
  db: AccountsDb,
  { id, holder }: Own,
  state: ImportJobRow['state'],
  change: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_jobs')
    .set(change)
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', '=', state)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Takes the turn to store. Returns false if another import has the turn. */
export async function takeTurn(db: AccountsDb, { id, holder }: Own, forMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_jobs')
    .set({ turn: 1, until_at: untilIn(db, forMs) })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', '=', 'checking')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('import_jobs as other').select('other.id').where('other.turn', '=', 1))),
    )
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (isTaken(error)) return { numUpdatedRows: 0n };
      throw error;
    });
  return numUpdatedRows === 1n;
}

const isTaken = (error: unknown): boolean => (error as { code?: unknown }).code === '23505';

/** Finds the job that a holder is checking. */
export const findCheckedBy = (db: AccountsDb, holder: string): Promise<ImportJobRow | undefined> =>
  db
    .selectFrom('import_jobs')
    .selectAll()
    .where('holder', '=', holder)
    .where('state', '=', 'checking')
    .executeTakeFirst();

/** Ends a job that has not started to store. Returns false if the job has started to store or has already ended. */
export async function endUnpublished(
  db: AccountsDb,
  id: string,
  end: Pick<ImportJobRow, 'state' | 'failure' | 'ended_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_jobs')
    .set({ ...end, turn: null })
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Takes over a job from a run whose lease has expired. */
export async function takeOver(db: AccountsDb, { id, holder }: Own, forMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_jobs')
    .set({ holder, until_at: untilIn(db, forMs) })
    .where('id', '=', id)
    .where('until_at', '<', storeClock(db))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Releases a dead run's job. The parent process saw the run exit. */
export async function freeJob(db: AccountsDb, id: string): Promise<void> {
  await db.updateTable('import_jobs').set({ until_at: 0 }).where('id', '=', id).where('is_clean', '=', 0).execute();
}

/** Releases jobs of an earlier server, for stores that only one server can use. */
export async function freeJobs(db: AccountsDb, holders: string): Promise<void> {
  await db
    .updateTable('import_jobs')
    .set({ until_at: 0 })
    .where('is_clean', '=', 0)
    .where('holder', 'like', `${holders}%`)
    .execute();
}

/**
 * Waits for transactions that were already writing when the claims took effect, because those did not check the claims.
 * Later writers check the claims. SQLite has only one writer, so there is nothing to wait for.
 */
export async function waitForWriters(db: AccountsDb, pause: () => Promise<unknown>): Promise<void> {
  if (!isPostgres(db)) return;
  const writers = async (): Promise<string[]> => {
    const { rows } = await sql<{ writer: string }>`select distinct virtualtransaction as writer from pg_locks
      where locktype = 'relation' and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock')
        and pid <> pg_backend_pid() and database = (select oid from pg_database where datname = current_database())
        and relation in (select oid from pg_class where relkind = 'r'
          and relnamespace = (select oid from pg_namespace where nspname = current_schema()))`.execute(db);
    return rows.map(({ writer }) => writer);
  };
  let before = await writers();
  while (before.length > 0) {
    await pause();
    const now = new Set(await writers());
    before = before.filter((writer) => now.has(writer));
  }
}

/** Reads the network version and locks it until the end of the transaction. */
export async function holdVersion(tx: AccountsDb): Promise<string> {
  const { value } = await tx
    .updateTable('settings')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('name', '=', 'network_version')
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

export async function setVersion(tx: AccountsDb, value: string): Promise<void> {
  await tx.updateTable('settings').set({ value }).where('name', '=', 'network_version').execute();
}

export const raiseVersion = async (tx: AccountsDb): Promise<void> =>
  setVersion(tx, String(Number(await holdVersion(tx)) + 1));
