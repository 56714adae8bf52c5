import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportSchedule, SavedReport } from '#contract/saved-reports.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';
import { createReportMails } from './mail-reports.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
});
afterAll(() => server.close());

test.each([
  ['ahead', 10, 55, 21],
  ['behind', -10, 65, 22],
])('a schedule made by a process whose clock is %s is due by the store’s', async (name, aheadMinutes, minute, day) => {
  const { accounts, clock } = server;
  const owner = await makeCustomer(accounts, { name });
  const email = `${name}@schedules.example`;
  const user = await makeUser(accounts, { email, role: 'property', customerId: owner.id });
  // One of the two clocks shows that the hour is over.
  Object.assign(clock, { ms: TEST_NOW + minute * MINUTE_MS, aheadMs: aheadMinutes * MINUTE_MS });
  const headers = await server.as(user);
  const post = async <Answer>(url: string, payload: object): Promise<Answer> => {
    const answer = await server.app.inject({ method: 'POST', url: `/api/saved-reports${url}`, headers, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Answer>();
  };
  const question = { range: '7d', dimensions: 'outlet', metrics: 'views' };
  const { id } = await post<SavedReport>('', { name: 'Clocks', question, shared: false });
  const times = { every: 'day', hour: 13, time_zone: 'UTC', format: 'csv', recipients: [email] };
  const { next_at: nextAt } = await post<ReportSchedule>(`/${id}/schedules`, times);
  expect(nextAt).toBe(new Date(Date.UTC(2026, 10, day, 13)).toISOString());

  const mailed = async () => {
    await createReportMails(server.dependencies).runNow();
    const rows = await accounts.selectFrom('report_deliveries').select('due_at').where('report_id', '=', id).execute();
    return rows.map(({ due_at: at }) => new Date(at).toISOString());
  };
  clock.ms = Date.parse(nextAt) - 1;
  expect(await mailed()).toEqual([]);
  clock.ms += 1;
  expect(await mailed()).toEqual([nextAt]);
  Object.assign(clock, { ms: TEST_NOW, aheadMs: 0 });
});
