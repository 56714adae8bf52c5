import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { EventsUnavailableError } from '#event-store/events-db.ts';
import { readForJob } from '#event-store/maintenance-reads.ts';
import { sqliteEngine } from '../databases/accounts/testing/open-engines.ts';
import { createJobRunner } from './job-runner.ts';
import { findJob, insertJob } from './jobs-queries.ts';

const engine = sqliteEngine();
afterAll(() => engine.remove());

test('deletes old jobs even if the first check failed', async () => {
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
  'takes a job from a dead process by the shared clock, even if one clock is %i days wrong',
  async (days) => {
    const accounts = await engine.openMigrated();
    const clock = { ms: 1_000 * DAY_MS };
    const id = `job ${days}`;
    await insertJob(accounts, { id, kind: 'check-figures', payload: '', requested_at: 0 });
    const done: string[] = [];
    const runner = createJobRunner({
      accounts,
      shared: true,
      report: () => undefined,
      now: () => clock.ms + days * DAY_MS,
      time: async () => clock.ms,
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

const away = () => new EventsUnavailableError('The events store cannot be reached.', true);
const TIMES = { firstMs: 1, longestMs: 4, forMs: 20_000 };

test('a store that is away costs a job no attempt, and the job reports what it waits for', async () => {
  const accounts = await engine.openMigrated();
  const clock = { ms: 1_000 * DAY_MS };
  await insertJob(accounts, { id: 'away', kind: 'close-month', payload: '', requested_at: 0 });
  let failures = 0;
  let isAway = true;
  const noted: object[] = [];
  const runner = createJobRunner({
    accounts,
    shared: true,
    now: () => clock.ms,
    time: async () => clock.ms,
    report: () => undefined,
    works: {
      'close-month': async (job) => {
        noted.push(job.noted);
        if (failures === 0) await job.note({ found: 1 });
        failures += 1;
        if (isAway) throw away();
        return { result: { failures }, audit: null };
      },
    },
  });
  for (let tries = 1; tries <= 12; tries += 1) {
    await runner.look();
    const job = await findJob(accounts, 'away');
    expect(job).toMatchObject({ state: 'waiting', tries: 0, ended_at: null });
    expect(JSON.parse(job?.result ?? '')).toEqual({
      found: 1,
      waiting: expect.stringMatching(/^The events store cannot be reached\. The job is retried in \d+ s\.$/),
    });
    clock.ms += MINUTE_MS;
  }
  isAway = false;
  await runner.look();
  expect(await findJob(accounts, 'away')).toMatchObject({ state: 'done', result: '{"failures":13}' });
  expect(noted.slice(0, 3)).toEqual([{}, { found: 1 }, { found: 1 }]);
});

test('a store that stays away too long ends a job, and so does an error of the job', async () => {
  const accounts = await engine.openMigrated();
  const clock = { ms: 1_000 * DAY_MS };
  for (const id of ['bug', 'gone']) await insertJob(accounts, { id, kind: id, payload: '', requested_at: 0 });
  const fails = (error: Error) => async () => {
    throw error;
  };
  const runner = createJobRunner({
    accounts,
    shared: true,
    now: () => clock.ms,
    time: async () => clock.ms,
    waitsForMs: -1,
    report: () => undefined,
    works: { bug: fails(new Error('a bug')), gone: fails(away()) },
  });
  for (let tries = 1; tries <= 8; tries += 1) {
    await runner.look();
    clock.ms += MINUTE_MS;
  }
  for (const id of ['bug', 'gone']) expect(await findJob(accounts, id)).toMatchObject({ state: 'failed' });
});

test('the reads of a job continue after the store was away for a moment', async () => {
  const accounts = await engine.openMigrated();
  await insertJob(accounts, { id: 'reads', kind: 'check-figures', payload: '', requested_at: 0 });
  let reads = 0;
  let tries = 0;
  const read = async function* <Row>() {
    reads += 1;
    if (reads % 3 !== 0) throw away();
    yield [{ reads }] as Row[];
  };
  const runner = createJobRunner({
    accounts,
    shared: true,
    now: Date.now,
    times: TIMES,
    report: () => undefined,
    works: {
      'check-figures': async () => {
        tries += 1;
        const weeks = [await readForJob({ read }, ''), await readForJob({ read }, ''), await readForJob({ read }, '')];
        return { result: { weeks: weeks.flat() }, audit: null };
      },
    },
  });
  await runner.look();
  const result = JSON.stringify({ weeks: [{ reads: 3 }, { reads: 6 }, { reads: 9 }] });
  expect(await findJob(accounts, 'reads')).toMatchObject({ state: 'done', result });
  expect({ tries, reads }).toEqual({ tries: 1, reads: 9 });
});
