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
