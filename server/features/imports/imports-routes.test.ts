import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImportAnswer, ImportRun } from '#contract/imports.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { findJob } from '../../imports/import-jobs-queries.ts';
import { makeJob } from '../../imports/testing/make-job.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser } from '../../testing/makers.ts';

const ANSWER: ImportAnswer = {
  done: false,
  rows: 3,
  counts: [],
  changes: [],
  changes_total: 0,
  digest: '',
  findings: [{ line: 2, column: 'customer', message: "'Maria Stone' is unknown" }],
  findings_total: 1,
};
const REFUSED = { state: 'refused', ended_at: TEST_NOW, result: JSON.stringify(ANSWER), is_clean: 1 } as const;

let server: TestApp;
let boss: { id: string };
let admin: { authorization: string };
beforeAll(async () => {
  server = await createTestApp({ env: { DEMO: 'on' } });
  boss = await makeUser(server.accounts, { role: 'admin', email: 'boss@network.example' });
  admin = await server.as(boss);
});
beforeEach(() => server.accounts.deleteFrom('import_jobs').execute());
afterAll(() => server.close());

const list = async (kind: string, headers = admin): Promise<ImportRun[]> => {
  const answer = await server.app.inject({ url: `/api/admin/imports?kind=${kind}`, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: ImportRun[] }>().data;
};
const cancel = (id: string) =>
  server.app.inject({ method: 'POST', url: `/api/admin/imports/${id}/cancel`, headers: admin });

test('lists the five latest imports of a kind, and a result only for ended ones', async () => {
  for (let hour = 0; hour < 6; hour += 1)
    await makeJob(server.accounts, { ...REFUSED, started_at: hour * HOUR_MS, file_name: `${hour}.csv` });
  await makeJob(server.accounts, { kind: 'outlets', file_name: 'other.csv' });
  const storing = { state: 'publishing', lines_done: 7, lines_total: 9, result: JSON.stringify(ANSWER) } as const;
  await makeJob(server.accounts, {
    ...storing,
    started_at: 9 * HOUR_MS,
    file_name: 'now.csv',
    actor: 'ada@hotel-group.com',
  });
  const [now, ...earlier] = await list('users');
  expect(now).toMatchObject({
    file_name: 'now.csv',
    actor: 'ada@hotel-group.com',
    status: 'storing',
    lines_done: 7,
    result: null,
  });
  expect(earlier.map(({ file_name: name }) => name)).toEqual(['5.csv', '4.csv', '3.csv', '2.csv']);
  expect(earlier[0]).toMatchObject({ status: 'refused', ended_at: new Date(TEST_NOW).toISOString(), result: ANSWER });
});

test("cancels another administrator's import with a name, but not one that is being stored or has ended", async () => {
  const own = await makeJob(server.accounts, { actor_id: boss.id, actor: 'boss@network.example' });
  expect((await cancel(own)).json()).toMatchObject({ failure: 'Canceled. Nothing was imported.' });
  const others = await makeJob(server.accounts, { actor: 'ada@hotel-group.com', turn: 1 });
  const answer = await cancel(others);
  const failure = 'Canceled by boss@network.example. Nothing was imported.';
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { status: 'cancelled', failure }]);
  expect(await findJob(server.accounts, others)).toMatchObject({ turn: null, ended_at: expect.any(Number) });
  const storing = await makeJob(server.accounts, { state: 'publishing', turn: 1 });
  expect((await cancel(storing)).statusCode).toBe(409);
  expect(await findJob(server.accounts, storing)).toMatchObject({ state: 'publishing', turn: 1 });
  const over = await makeJob(server.accounts, REFUSED);
  expect((await cancel(over)).json()).toMatchObject({ status: 'refused' });
  expect((await cancel('00000000-0000-7000-8000-000000000000')).statusCode).toBe(404);
  const audit = await server.accounts
    .selectFrom('audit_log')
    .select(['actor', 'subject', 'detail'])
    .where('action', '=', 'import.cancelled')
    .orderBy('seq')
    .execute();
  const entry = { actor: 'boss@network.example', subject: 'users.csv' };
  expect(audit).toEqual([
    { ...entry, detail: '{"kind":"users"}' },
    { ...entry, detail: '{"kind":"users","begun_by":"ada@hotel-group.com"}' },
  ]);
});

test('a checked import waits while another one has the turn', async () => {
  await makeJob(server.accounts, { lines_done: 9, lines_total: 9 });
  expect(await list('users')).toMatchObject([{ status: 'waiting' }]);
  await server.accounts.updateTable('import_jobs').set({ turn: 1 }).execute();
  expect(await list('users')).toMatchObject([{ status: 'checking' }]);
});

test("a visitor of the demo does not see the content or the owners of other users' files", async () => {
  const demo = await makeUser(server.accounts, { role: 'admin', demo: 1, email: 'boss@demo.voltboard.example' });
  const failure = 'Canceled by zora@hotel-group.com. Nothing was imported.';
  const others = { actor_id: boss.id, actor: 'zora@hotel-group.com', file_name: 'Maria Stone.csv', failure };
  await makeJob(server.accounts, { ...REFUSED, ...others });
  await makeJob(server.accounts, { ...REFUSED, actor_id: demo.id, file_name: 'mine.csv', started_at: 1 });
  const seen = await list('users', await server.as(demo));
  expect(seen[0]).toMatchObject({ file_name: 'mine.csv', result: { findings: ANSWER.findings } });
  expect(seen[1]).toMatchObject({ status: 'refused', result: { findings: [], findings_total: 1 } });
  expect(JSON.stringify(seen[1])).not.toMatch(/zora|maria/i);
});
