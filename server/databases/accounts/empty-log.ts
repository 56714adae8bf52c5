import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type AccountsDb, isPostgres } from './accounts-db.ts';

const TRY_AGAIN_MS = 250;

/**
 * Truncates SQLite's log, which keeps old pages until new pages overwrite them. Returns false while another process is
 * using the log.
 */
export async function emptyLog(accounts: AccountsDb): Promise<boolean> {
  if (isPostgres(accounts)) return true;
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(accounts);
  return rows[0]?.busy === 0;
}

/**
 * Removes overwritten data from the file and its log, after an erasure. Returns false if another process used the log
 * during all attempts. In that case, later writes overwrite the data.
 */
export async function emptyLogPatiently(accounts: AccountsDb, mostTries: number): Promise<boolean> {
  for (let tries = 1; !(await emptyLog(accounts)); tries += 1) {
    if (tries >= mostTries) return false;
    await pause(TRY_AGAIN_MS, undefined, { ref: false });
  }
  return true;
}
