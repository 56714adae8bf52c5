import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { sqliteEngine } from '../databases/accounts/testing/open-engines.ts';
import { createJobRunner } from './job-runner.ts';
import { findJob, insertJob } from './jobs-queries.ts';

const engine = sqliteEngine();
afterAll(() => engine.remove());

test('old jobs are deleted also where the first look failed', async () => {
  const accounts = await engine.openMigrated();
  const nowMs = 100 * DAY_MS;
  await insertJob(accounts, { id: 'old', kind: 'check-figures', payload: '', requested_at: 0 });
  await accounts.updateTable('maintenance_jobs').set({ state: 'done', ended_at: 1 }).execute();
  const runner = createJobRunner({ accounts, works: {}, shared: true, now: () => nowMs, report: () => undefined });
  await sql`alter table maintenance_jobs rename to jobs_away`.execute(accounts);
  await expect(runner.look()).rejects.toThrow(/maintenance_jobs/);
  await sql`alter table jobs_away rename to maintenance_jobs`.execute(accounts);
  await runner.look();
  expect(await findJob(accounts, 'old')).toBeUndefined();
});

test.each([3, -3])(
  'a job is taken from who died when all clocks say so, where a clock is %i days wrong',
  async (days) => {
    const accounts = await engine.openMigrated();
    const clock = { ms: 1_000 * DAY_MS };
    const id = `job ${days}`;
    await insertJob(accounts, { id, kind: 'check-figures', payload: '', requested_at: 0 });
    const done: string[] = [];
    const runner = createJobRunner({
      ...{ accounts, shared: true, report: () => undefined },
      ...{ now: () => clock.ms + days * DAY_MS, time: async () => clock.ms },
      works: { 'check-figures': async (job) => ({ result: { done: done.push(job.id) }, audit: null }) },
    });
    const held = { state: 'running', holder: 'another', until_at: clock.ms + 30_000, tries: 1 } as const;
    await accounts.updateTable('maintenance_jobs').set(held).where('id', '=', id).execute();
    await runner.look();
    expect(done).toEqual([]);
    clock.ms += 30_000;
    await runner.look();
    expect(done).toEqual([id]);
  },
);
