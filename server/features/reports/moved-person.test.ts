import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewSavedReport, SavedReport } from '#contract/saved-reports.ts';
import type { ManagedUser } from '#contract/users.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser } from '../../testing/makers.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';
import { createReportMails } from './mail-reports.ts';

type Headers = Record<string, string>;
let server: TestApp;
let world: World;
let mover: { id: string; email: string };
let colleague: { id: string; email: string };
let boss: { id: string; email: string };

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  world = await makeWorld(server);
  const { accounts } = server;
  mover = await makeUser(accounts, { role: 'property', customerId: world.alpha.id, email: 'mia@alpha.example' });
  colleague = await makeUser(accounts, { role: 'property', customerId: world.alpha.id, email: 'cole@alpha.example' });
  boss = await makeUser(accounts, { role: 'admin' });
  const { a1, b1 } = world.outlets;
  await server.events.insert([
    storedEvent(world.alpha, a1, world.cola, TEST_NOW - HOUR_MS),
    storedEvent(world.beta, b1, world.cola, TEST_NOW - HOUR_MS),
  ]);
});
afterAll(() => server.close());

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Headers, body?: object) {
  const payload = body === undefined ? {} : { payload: body };
  const answer = await server.app.inject({ method, url: `/api${url}`, headers, ...payload });
  return { status: answer.statusCode, body: answer.json() };
}
const REPORT: NewSavedReport = {
  name: 'Venues',
  question: { dimensions: 'venue', metrics: 'views,revenue', range: '30d' },
  shared: false,
};
const save = async (headers: Headers, over: Partial<NewSavedReport> = {}): Promise<SavedReport> => {
  const { status, body } = await call('POST', '/saved-reports', headers, { ...REPORT, ...over });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
};
const namesOf = async (headers: Headers): Promise<string[]> =>
  (await call('GET', '/saved-reports', headers)).body.data.map(({ name }: SavedReport) => name);

/**
 * Moves an account to another organization, as an administrator does. With null, makes it an administrator's account.
 */
async function move({ id }: { id: string }, customer: { id: string } | null): Promise<Headers> {
  const admin = await server.as(boss);
  const { first_name, last_name, phone_number, email, disabled, version } = (await call('GET', `/users/${id}`, admin))
    .body as ManagedUser;
  const form = { first_name, last_name, phone_number, email, disabled, version };
  const place = customer === null ? { role: 'admin', customer_id: '' } : { role: 'property', customer_id: customer.id };
  const moved = await call('PUT', `/users/${id}`, admin, { ...form, ...place });
  expect([moved.status, moved.body]).toEqual([200, expect.anything()]);
  return server.as({ id });
}

test('saved reports, notes, links and tokens of an organization stay there when their maker moves', async () => {
  const before = await server.as(mover);
  const own = await save(before, { name: 'Own' });
  const shared = await save(before, { name: 'Shared', shared: true });
  const note = (await call('POST', '/report-marks', before, { day: '2026-11-01', words: 'Fair' })).body.id;
  const schedule = { every: 'day', hour: 6, time_zone: 'UTC', format: 'csv' };
  const addresses = [mover.email, colleague.email];
  const made = await call('POST', `/saved-reports/${shared.id}/schedules`, before, {
    ...schedule,
    recipients: addresses,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const link = await call('POST', `/saved-reports/${shared.id}/links`, before, {});
  expect(link.status, JSON.stringify(link.body)).toBe(200);
  const token = await call('POST', '/account/tokens', before, { name: 'Cash desk', scopes: ['reports:read'] });
  expect(token.status, JSON.stringify(token.body)).toBe(200);
  const bearer = { authorization: `Bearer ${token.body.token}` };
  expect((await call('GET', '/list/summary', bearer)).status).toBe(200);

  for (const place of [world.beta, null]) {
    const there = await move(mover, place);
    expect(await namesOf(there)).toEqual([]);
    for (const { id } of [own, shared])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PUT', '', { ...REPORT, version: 0 }],
        ['DELETE', '', undefined],
        ['POST', '/schedules', { ...schedule, recipients: [mover.email] }],
        ['POST', '/links', {}],
      ] as const)
        expect((await call(method, `/saved-reports/${id}${path}`, there, body)).status, method + path).toBe(404);
    expect((await call('DELETE', `/report-marks/${note}`, there)).status).toBe(404);
    expect((await call('GET', '/list/summary', bearer)).status).toBe(401);
    const opened = await call('POST', '/shared-report', {}, { token: link.body.token });
    expect(opened.status, JSON.stringify(opened.body)).toBe(404);
    // A name that is used only in another organization is free.
    const { id } = await save(there, { name: 'Own' });
    expect((await call('DELETE', `/saved-reports/${id}`, there)).status).toBe(200);
  }
  expect(await namesOf(await server.as(colleague))).toEqual(['Shared']);

  server.clock.ms += DAY_MS;
  await createReportMails(server.dependencies).runNow();
  const deliveries = server.accounts.selectFrom('report_deliveries').select(['user_id', 'mail_id', 'reason']);
  const noted = await deliveries.execute();
  expect(noted.map(({ user_id, mail_id }) => [user_id, mail_id]).sort()).toEqual(
    [
      [mover.id, null],
      [colleague.id, null],
    ].sort(),
  );

  const back = await move(mover, world.alpha);
  expect(await namesOf(back)).toEqual(['Own', 'Shared']);
});

test('a recipient who moved gets no report of the former organization', async () => {
  await server.accounts.deleteFrom('report_deliveries').execute();
  const headers = await server.as(colleague);
  const { id } = await save(headers, { name: 'Daily', shared: true });
  const other = await makeUser(server.accounts, {
    role: 'property',
    customerId: world.alpha.id,
    email: 'o@alpha.example',
  });
  const schedule = {
    every: 'day',
    hour: 6,
    time_zone: 'UTC',
    format: 'csv',
    recipients: [other.email, colleague.email],
  };
  const made = await call('POST', `/saved-reports/${id}/schedules`, headers, schedule);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  await move(other, world.beta);
  server.clock.ms += DAY_MS;
  await createReportMails(server.dependencies).runNow();
  const noted = await server.accounts
    .selectFrom('report_deliveries')
    .innerJoin('report_schedules', 'report_schedules.id', 'report_deliveries.schedule_id')
    .select(['user_id', 'mail_id', 'reason'])
    .where('report_schedules.report_id', '=', id)
    .execute();
  expect(noted.find(({ user_id }) => user_id === other.id)).toMatchObject({
    mail_id: null,
    reason: expect.stringContaining('no longer has access to this organization’s figures'),
  });
  expect(noted.find(({ user_id }) => user_id === colleague.id)?.mail_id).not.toBeNull();
});
