import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportSchedule, SavedReport } from '#contract/saved-reports.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeOutlet, makeUser } from '../../testing/makers.ts';
import { createReportMails } from './mail-reports.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
});
afterAll(() => server.close());

test.each([
  ['ahead', 10, 55, 21],
  ['behind', -10, 65, 22],
])('a schedule made by a clock that is %s is due by the store’s clock', async (name, aheadMinutes, minute, day) => {
  const { accounts, clock } = server;
  const owner = await makeCustomer(accounts, { name });
  const email = `${name}@schedules.example`;
  const user = await makeUser(accounts, { email, role: 'property', customerId: owner.id });
  // Only one of the two clocks is past the hour.
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

test('rejects a schedule in a format that is too small for the report, and accepts another format', async () => {
  const { accounts, events } = server;
  const headers = await server.asRole('admin');
  const { email } = await makeUser(accounts, { role: 'admin', email: 'large@schedules.example' });
  const owner = await makeCustomer(accounts, { name: 'Large' });
  const outlets = [];
  for (let at = 0; at < 3; at += 1) outlets.push(await makeOutlet(accounts, { customerId: owner.id }));
  await events.insert(
    outlets.flatMap(({ key: outletKey }, nth) =>
      Array.from({ length: 1_700 }, (_, hour) => {
        const timestampMs = TEST_NOW - (hour + 1) * HOUR_MS;
        const eventId = BigInt(nth * 10_000 + hour + 1);
        return makeStoredEvent({ customerKey: owner.key, outletKey, eventId, timestampMs });
      }),
    ),
  );
  const post = (url: string, payload: object) =>
    server.app.inject({ method: 'POST', url: `/api/saved-reports${url}`, headers, payload });
  const question = { range: '90d', dimensions: 'hour,outlet', metrics: 'views' };
  const saved = await post('', { name: 'Each hour', question, shared: false });
  expect(saved.statusCode, saved.body).toBe(200);
  const url = `/${saved.json<SavedReport>().id}/schedules`;
  const times = { every: 'day', hour: 13, time_zone: 'UTC', recipients: [email] };
  const refused = await post(url, { ...times, format: 'pdf' });
  expect(refused.json()).toMatchObject({
    error: { fields: { format: expect.stringContaining('at most 5,000 rows') } },
  });
  expect(refused.statusCode).toBe(400);
  expect((await post(url, { ...times, format: 'csv' })).statusCode).toBe(200);
});
