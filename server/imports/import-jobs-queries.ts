import { type RawBuilder, sql } from 'kysely';
import { type AccountsDb, isPostgres } from '../databases/accounts/accounts-db.ts';
import type { ImportJobTable } from '../databases/accounts/import-tables.ts';
import { storeTime } from '../databases/accounts/store-time.ts';

export type ImportJobRow = ImportJobTable;
type Own = { readonly id: string; readonly holder: string };

/** By the clock that all processes share: a run whose own is wrong is not taken for dead, nor takes another's work. */
const storeClock = (db: AccountsDb): RawBuilder<number> => storeTime(db, Date.now);

/** From now on for so long. */
export const untilIn = (db: AccountsDb, ms: number): RawBuilder<number> => sql<number>`${storeClock(db)} + ${ms}`;

type Until = { readonly until_at: number | RawBuilder<number> };
type Change = Partial<Omit<ImportJobRow, 'until_at'> & Until>;

export async function insertJob(db: AccountsDb, job: Omit<ImportJobRow, 'until_at'> & Until): Promise<void> {
  await db.insertInto('import_jobs').values(job).execute();
}

export const findJob = (db: AccountsDb, id: string): Promise<ImportJobRow | undefined> =>
  db.selectFrom('import_jobs').selectAll().where('id', '=', id).executeTakeFirst();

/** The latest of a kind first. */
export const findJobsOf = (db: AccountsDb, kind: string, most: number): Promise<ImportJobRow[]> =>
  db
    .selectFrom('import_jobs')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

/** Jobs that nobody works at any more and that are not over, or left rows behind. */
export const findLeft = (db: AccountsDb): Promise<ImportJobRow[]> =>
  db
    .selectFrom('import_jobs')
    .selectAll()
    .where('is_clean', '=', 0)
    .where('until_at', '<', storeClock(db))
    .orderBy('started_at')
    .execute();

/** Only of a job that is still this run's and in this state. */
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

/** True if this run is now the only one that stores; false while another is. */
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

/** Of one holder, while it is checked. */
export const findCheckedBy = (db: AccountsDb, holder: string): Promise<ImportJobRow | undefined> =>
  db
    .selectFrom('import_jobs')
    .selectAll()
    .where('holder', '=', holder)
    .where('state', '=', 'checking')
    .executeTakeFirst();

/** Ends a job whose storing has not begun; false when it has, or when it is over. */
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

/** Takes a job over from a run that says nothing any more. */
export async function takeOver(db: AccountsDb, { id, holder }: Own, forMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_jobs')
    .set({ holder, until_at: untilIn(db, forMs) })
    .where('id', '=', id)
    .where('until_at', '<', storeClock(db))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The run that had it is dead, as whoever started it saw. */
export async function freeJob(db: AccountsDb, id: string): Promise<void> {
  await db.updateTable('import_jobs').set({ until_at: 0 }).where('id', '=', id).where('is_clean', '=', 0).execute();
}

/** Where one server at a time has the store, what an earlier one began is nobody's now. */
export async function freeJobs(db: AccountsDb, holders: string): Promise<void> {
  await db
    .updateTable('import_jobs')
    .set({ until_at: 0 })
    .where('is_clean', '=', 0)
    .where('holder', 'like', `${holders}%`)
    .execute();
}

/**
 * Waits until whoever was writing when the claims came into force has ended: their changes were made without a look at them.
 * Whoever writes later meets the claims. SQLite has one writer at a time.
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

/** The version of the network, which nobody else changes before the end of the transaction. */
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
