import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Health } from '#contract/health.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { changeJob, claimJob, insertJob } from '../../maintenance/jobs-queries.ts';
import { createTurns } from '../../maintenance/recurring-jobs.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

async function health(): Promise<Health> {
  const answer = await server.app.inject({ url: '/api/admin/health', headers: await server.asRole('admin') });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

test('a new installation shows its stores, and no results of checks yet', async () => {
  const fresh = await health();
  expect(fresh.stores.map(({ name, answers }) => [name, answers])).toEqual([
    ['accounts', true],
    ['events', true],
  ]);
  expect(fresh).toMatchObject({ ledger: null, figures: null, backup: null, jobs: [], recurring: [] });
  expect(Date.parse(fresh.sealed_until ?? '')).toBeLessThan(TEST_NOW);
  expect(fresh.disk?.total_bytes).toBeGreaterThan(fresh.disk?.free_bytes ?? Number.POSITIVE_INFINITY);
});

test('shows backups, jobs and recurring tasks, newest first, without the subject of a job', async () => {
  const { accounts } = server;
  const who = { actorId: null, actor: 'command', ip: '' };
  for (const [days, subject] of [
    [2, '/backups/1'],
    [1, '/backups/2'],
  ] as const)
    await accounts
      .transaction()
      .execute((tx) =>
        writeAudit(tx, { ...who, at: TEST_NOW - days * DAY_MS, action: 'installation.backed-up', subject, detail: {} }),
      );
  await insertJob(accounts, { id: 'j1', kind: 'backup', payload: '/backups/2', requested_at: TEST_NOW - DAY_MS });
  await insertJob(accounts, { id: 'j2', kind: 'erase-fingerprint', payload: 'a person', requested_at: TEST_NOW });
  await claimJob(accounts, { id: 'j1', holder: 'h', now: TEST_NOW, untilMs: TEST_NOW + MINUTE_MS, tries: 0 });
  const ended = { state: 'failed', failure: 'The disk is full.', ended_at: TEST_NOW } as const;
  expect(await changeJob(accounts, { id: 'j1', holder: 'h' }, ended)).toBe(true);
  const report = (error: unknown) => {
    throw error;
  };
  const turns = createTurns({ accounts, now: () => TEST_NOW, report });
  await turns.byOne('closing months', async () => undefined);
  const full = async () => {
    throw new Error('The disk is full.\nand more, which is in the log');
  };
  await expect(turns.here('sealing closed days', full)).rejects.toThrow('The disk is full.');

  const now = await health();
  const at = (ms: number) => new Date(ms).toISOString();
  expect(now.backup).toEqual({ at: at(TEST_NOW - DAY_MS), folder: '/backups/2' });
  expect(now.jobs).toEqual([
    { kind: 'erase-fingerprint', state: 'waiting', asked_at: at(TEST_NOW), ended_at: null, failure: null },
    {
      kind: 'backup',
      state: 'failed',
      asked_at: at(TEST_NOW - DAY_MS),
      ended_at: at(TEST_NOW),
      failure: 'The disk is full.',
    },
  ]);
  const times = { begun_at: at(TEST_NOW), ended_at: at(TEST_NOW) };
  expect(now.recurring).toEqual([
    { name: 'closing months', ...times, failure: null },
    { name: 'sealing closed days', ...times, failure: 'The disk is full.' },
  ]);
  expect(JSON.stringify(now)).not.toContain('a person');
});
