import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { createTurns } from './recurring-jobs.ts';

const NOW = Date.UTC(2026, 10, 22, 12);

describeOnEngines('what goes on by itself', (engine) => {
  let accounts: AccountsDb;
  let at = NOW;
  const told: string[] = [];
  const process = () => createTurns({ accounts, now: () => at, report: (_, name) => told.push(name) });
  beforeAll(async () => {
    accounts = await engine.openMigrated();
  });
  afterAll(() => engine.remove());

  const stored = (job: string) =>
    accounts
      .selectFrom('job_turns')
      .select(['begun_at', 'ended_at', 'failure'])
      .where('job', '=', job)
      .executeTakeFirst();
  const taking = (ms: number) => async () => {
    at += ms;
  };
  const failing = (message: string) => async () => {
    at += 5;
    throw new Error(message);
  };

  test('keeps the start, the end and the failure of a job until it ends differently', async () => {
    const turns = process();
    at = NOW;
    await turns.byOne('closing months', taking(700));
    expect(await stored('closing months')).toEqual({ begun_at: NOW, ended_at: NOW + 700, failure: null });

    at = NOW + MINUTE_MS;
    await expect(turns.byOne('closing months', failing('The disk is full.\nSQLITE_FULL'))).rejects.toThrow('disk');
    const failed = { begun_at: NOW + MINUTE_MS, ended_at: NOW + MINUTE_MS + 5, failure: 'The disk is full.' };
    expect(await stored('closing months')).toEqual(failed);

    at = NOW + 2 * MINUTE_MS;
    await turns.byOne('closing months', async () => {
      // While it runs, its last result stays.
      expect(await stored('closing months')).toEqual({ ...failed, begun_at: at });
    });
    expect(await stored('closing months')).toEqual({ begun_at: at, ended_at: at, failure: null });
  });

  test('only the process of several that ran the job records it', async () => {
    at = NOW;
    let done = 0;
    const work = async () => {
      done += 1;
    };
    await Promise.all([process().byOne('forgetting', work), process().byOne('forgetting', work)]);
    expect(done).toBe(1);
  });

  test.each([2, -2])(
    'if one clock is %i days wrong, one process runs the job, by the minute of the shared clock',
    async (days) => {
      at = NOW + 60 * MINUTE_MS;
      const name = `closing ${days}`;
      const wrong = createTurns({
        accounts,
        now: () => at + days * DAY_MS,
        time: async () => at,
        report: (_, job) => told.push(job),
      });
      let done = 0;
      const work = async () => {
        done += 1;
      };
      for (const minutes of [0, 1, 2]) {
        at = NOW + (60 + minutes) * MINUTE_MS;
        await wrong.byOne(name, work);
        await process().byOne(name, work);
        expect(done).toBe(minutes + 1);
      }
      expect(await stored(name)).toEqual({ begun_at: at, ended_at: at, failure: null });
    },
  );

  test('a job that starts every second is recorded when its result changes, or after ten minutes', async () => {
    const turns = process();
    at = NOW;
    await turns.here('looking', taking(1));
    for (at = NOW + 1_000; at < NOW + 9 * MINUTE_MS; at += MINUTE_MS) await turns.here('looking', taking(0));
    expect(await stored('looking')).toEqual({ begun_at: NOW, ended_at: NOW + 1, failure: null });
    at = NOW + 9 * MINUTE_MS;
    for (const message of ['one', 'one', 'another']) {
      await expect(turns.here('looking', failing(message))).rejects.toThrow(message);
      at += 1_000;
    }
    expect(await stored('looking')).toMatchObject({ begun_at: NOW + 9 * MINUTE_MS + 2_010, failure: 'another' });
    await turns.here('looking', taking(0));
    expect(await stored('looking')).toMatchObject({ ended_at: at, failure: null });
    at += 10 * MINUTE_MS;
    await turns.here('looking', taking(0));
    expect(await stored('looking')).toMatchObject({ ended_at: at });
  });

  test('a result that cannot be stored is reported and blocks nothing, and the next one is stored', async () => {
    const turns = process();
    at = NOW;
    await accounts.schema.alterTable('job_turns').renameTo('job_turns_away').execute();
    await turns.here('mailing', taking(0));
    expect(told).toEqual(['noting how mailing ended']);
    await accounts.schema.alterTable('job_turns_away').renameTo('job_turns').execute();
    await turns.here('mailing', taking(0));
    expect(await stored('mailing')).toMatchObject({ ended_at: NOW, failure: null });
  });
});
