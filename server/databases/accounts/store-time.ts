import { type RawBuilder, sql } from 'kysely';
import { type AccountsDb, isPostgres } from './accounts-db.ts';

/**
 * Returns SQL for the current time (epoch ms) on one clock for all processes, which is the clock of their shared
 * server. The processes' own clocks may differ by days. An embedded store has one process, and uses `now`.
 */
export const storeTime = (accounts: AccountsDb, now: () => number): RawBuilder<number> =>
  isPostgres(accounts) ? sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)` : sql`${now()}`;

export async function readStoreTime(accounts: AccountsDb, now: () => number): Promise<number> {
  if (!isPostgres(accounts)) return now();
  const { rows } = await sql<{ ms: number }>`select ${storeTime(accounts, now)} as ms`.execute(accounts);
  return rows[0]?.ms ?? now();
}
