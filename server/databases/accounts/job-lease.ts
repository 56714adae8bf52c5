import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { type AccountsDb, isPostgres } from './accounts-db.ts';
import { LOCK_CLASSES } from './lock-classes.ts';

const LOOK_EVERY_MS = 500;
/** Maximum time that another process's clock is ahead. A claim later than this means that a clock was once wrong. */
const AHEAD_MS = HOUR_MS;

/**
 * Runs the work while no other process runs work with this name. Calls `onWait` if it has to wait. If the process dies,
 * its lease is released.
 */
export async function withJobLease<Result>(
  accounts: AccountsDb,
  name: string,
  work: () => Promise<Result>,
  onWait: () => void,
): Promise<Result> {
  // An embedded store has only one process.
  if (!isPostgres(accounts)) return work();
  return accounts.connection().execute(async (db) => {
    const lock = sql`${LOCK_CLASSES.turns}::int, hashtext(current_schema() || ${name}::text)`;
    const take = async () => {
      const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${lock}) as taken`.execute(db);
      return rows[0]?.taken === true;
    };
    for (let isTold = false; !(await take()); isTold = true) {
      if (!isTold) onWait();
      await pause(LOOK_EVERY_MS);
    }
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(db).catch(() => undefined);
    }
  });
}

/** Claims a job for this minute. If several processes try, only the first process succeeds. */
export async function claimMinute(accounts: AccountsDb, job: string, nowMs: number): Promise<boolean> {
  // Round, so that clocks that differ by a few seconds agree on the minute.
  const minute = Math.round(nowMs / MINUTE_MS) * MINUTE_MS;
  const claimed = await accounts
    .insertInto('job_turns')
    .values({ job, minute_at: minute, begun_at: nowMs })
    .onConflict((conflict) =>
      conflict
        .column('job')
        .doUpdateSet({ minute_at: minute, begun_at: nowMs })
        .where((is) =>
          is.or([is('job_turns.minute_at', '<', minute), is('job_turns.minute_at', '>', minute + AHEAD_MS)]),
        ),
    )
    .returning('job')
    .executeTakeFirst();
  return claimed !== undefined;
}

export type EndedTurn = {
  readonly job: string;
  readonly begunAt: number;
  readonly endedAt: number;
  /** The cause of the failure; null after a success. */
  readonly failure: string | null;
};

/** Records the latest result of a job, regardless of the process that ran the job. */
export async function noteTurn(accounts: AccountsDb, { job, begunAt, endedAt, failure }: EndedTurn): Promise<void> {
  const result = { begun_at: begunAt, ended_at: endedAt, failure };
  await accounts
    .insertInto('job_turns')
    .values({ job, minute_at: 0, ...result })
    .onConflict((conflict) => conflict.column('job').doUpdateSet(result))
    .execute();
}
