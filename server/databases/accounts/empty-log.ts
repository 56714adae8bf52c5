import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type AccountsDb, isPostgres } from './accounts-db.ts';

const TRY_AGAIN_MS = 250;

/** SQLite keeps the pages of before in its log until others take their place. False while another process is at them. */
export async function emptyLog(accounts: AccountsDb): Promise<boolean> {
  if (isPostgres(accounts)) return true;
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(accounts);
  return rows[0]?.busy === 0;
}

/**
 * After what must not be found any more was written over: takes it out of the file and its log. False where another process kept at them
 * for all tries; the next writes then take their place.
 */
export async function emptyLogPatiently(accounts: AccountsDb, mostTries: number): Promise<boolean> {
  for (let tries = 1; !(await emptyLog(accounts)); tries += 1) {
    if (tries >= mostTries) return false;
    await pause(TRY_AGAIN_MS, undefined, { ref: false });
  }
  return true;
}
