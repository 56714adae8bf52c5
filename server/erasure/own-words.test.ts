import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { makeJob } from '../imports/testing/make-job.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { makeCustomer, makeUser } from '../testing/makers.ts';
import { eraseDeletedAccounts } from './erase-accounts.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

/** Returns the tables that contain the words. */
async function findWords(words: string): Promise<string[]> {
  const tables = await server.accounts.introspection.getTables();
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(server.accounts);
    for (const row of rows) if (JSON.stringify(row).includes(words)) found.push(name);
  }
  return found;
}

test('removes from the audit log the names of things that are deleted with the account, and keeps those of shared things', async () => {
  const { accounts, clock } = server;
  const owner = await makeCustomer(accounts, { name: 'Pier House' });
  const user = await makeUser(accounts, { role: 'property', customerId: owner.id, email: 'otto@pier.example' });
  const headers = await server.as(user);
  const call = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const answer = await server.app.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ id: string; version: number }>();
  };
  const question = { range: '7d', dimensions: 'outlet', metrics: 'views' };
  const schedule = { every: 'day', hour: 7, time_zone: 'UTC', format: 'csv', recipients: ['otto@pier.example'] };
  const own = await call('POST', '/saved-reports', { name: 'Ottos divorce', question, shared: false });
  await call('POST', `/saved-reports/${own.id}/schedules`, schedule);
  const gone = await call('POST', '/saved-reports', { name: 'Ottos debts', question, shared: false });
  await call('PUT', `/saved-reports/${gone.id}`, { name: 'Ottos debts of May', question, shared: false, version: 0 });
  await call('DELETE', `/saved-reports/${gone.id}`);
  await call('POST', '/saved-reports', { name: 'Views of the pier', question, shared: true });
  await call('POST', '/report-marks', { day: '2026-11-20', words: 'Ottos operation' });
  await call('POST', '/account/tokens', { name: 'Ottos phone', scopes: ['reports:read'] });
  expect(new Set(await findWords('Ottos'))).toContain('audit_log');

  await accounts.updateTable('users').set({ deleted_at: clock.ms }).where('id', '=', user.id).execute();
  await eraseDeletedAccounts(accounts, clock.ms + 40 * DAY_MS);
  expect(await findWords('Ottos')).toEqual([]);
  expect((await findWords('Views of the pier')).toSorted()).toEqual(['audit_log', 'saved_reports']);
  expect((await verifyAudit(accounts)).faults).toEqual([]);
});

test('removes from the audit log the names of imported files, even if another person ended the import', async () => {
  const { accounts, clock } = server;
  const admin = await makeUser(accounts, { role: 'admin', email: 'frida@network.example' });
  const boss = await makeUser(accounts, { role: 'admin', email: 'boss@network.example' });
  const post = async (who: { readonly id: string }, url: string, body = '') => {
    const headers = { ...(await server.as(who)), ...(body === '' ? {} : { 'content-type': 'text/csv' }) };
    const answer = await server.app.inject({ method: 'POST', url: `/api${url}`, headers, body });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const file = (name: string) => `?dry_run=false&file_name=${encodeURIComponent(name)}`;
  await post(admin, `/admin/customers/import${file('Fridas aunts.csv')}`, 'name,kind\nPier of aunts,property\n');
  await post(admin, `/users/import${file('Fridas friends.csv')}`, 'email,first_name,role\nf@x.example,F,unassigned\n');
  await post(boss, `/admin/customers/import${file('Customers of May.csv')}`, 'name,kind\nPier of May,property\n');
  for (const author of [admin, boss]) {
    const begun = { actor_id: admin.id, actor: 'frida@network.example', file_name: `Fridas ${author.id}.csv` };
    await post(author, `/admin/imports/${await makeJob(accounts, begun)}/cancel`);
  }
  await accounts.updateTable('import_jobs').set({ is_clean: 1 }).execute();
  expect(await findWords('Fridas')).toEqual(expect.arrayContaining(['audit_log', 'import_jobs']));

  await accounts.updateTable('users').set({ deleted_at: clock.ms }).where('id', '=', admin.id).execute();
  await eraseDeletedAccounts(accounts, clock.ms + 40 * DAY_MS);
  expect(await findWords('Fridas')).toEqual([]);
  expect(await findWords('Customers of May')).toContain('audit_log');
  expect((await verifyAudit(accounts)).faults).toEqual([]);
});
