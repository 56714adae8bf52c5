import { sql } from 'kysely';
import { MINUTE_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { LOCK_CLASSES } from '../databases/accounts/lock-classes.ts';

const ONLY_ROW = 1;

export async function readListVersion(accounts: AccountsDb): Promise<number> {
  const { version } = await accounts
    .selectFrom('erased_visitor_list')
    .select('version')
    .where('id', '=', ONLY_ROW)
    .executeTakeFirstOrThrow();
  return version;
}

export async function findErasedHashes(accounts: AccountsDb): Promise<string[]> {
  const rows = await accounts.selectFrom('erased_visitors').select('hash').execute();
  return rows.map(({ hash }) => hash);
}

/** Adds a visitor to the list. Returns the first version of the list that contains the visitor. */
export const storeErased = (accounts: AccountsDb, hash: string, at: number): Promise<number> =>
  accounts.transaction().execute(async (tx) => {
    // The row stays locked until the transaction ends, so that no version becomes visible before a smaller one.
    const { version } = await tx
      .updateTable('erased_visitor_list')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', ONLY_ROW)
      .returning('version')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('erased_visitors')
      .values({ hash, version, erased_at: at })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
    const { version: since } = await tx
      .selectFrom('erased_visitors')
      .select('version')
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow();
    return since;
  });

/** Registers, until the end of the transaction, that rows are being inserted with this version of the list. */
export async function lockVersionShared(tx: AccountsDb, version: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK_CLASSES.visitorList}::int, ${version}::int)`.execute(tx);
}

/** Resolves when no process is still inserting with one of these versions. Does not wait for other versions. */
export async function awaitVersions(accounts: AccountsDb, from: number, to: number): Promise<void> {
  for (let version = from; version <= to; version += 1) {
    await accounts.transaction().execute(async (tx) => {
      // The timeouts are longer than an insert can take, because a timeout would leave the erasure half done.
      await sql`select set_config('lock_timeout', ${String(MINUTE_MS)}, true), set_config('statement_timeout', ${String(MINUTE_MS)}, true)`.execute(
        tx,
      );
      await sql`select pg_advisory_xact_lock(${LOCK_CLASSES.visitorList}::int, ${version}::int)`.execute(tx);
    });
  }
}
