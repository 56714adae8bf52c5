import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewSavedReport, SavedReport, SavedReportDetail } from '#contract/saved-reports.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { startDelivery } from '../../mail/deliver-mails.ts';
import { type MailSink, openMailSink } from '../../mail/testing/mail-sink.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser } from '../../testing/makers.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';
import { createReportMails } from './mail-reports.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Headers = Record<string, string>;

let server: TestApp;
let sink: MailSink;
let world: World;
let maria: Awaited<ReturnType<typeof makeUser>>;
let otto: Awaited<ReturnType<typeof makeUser>>;
let headers: Record<'maria' | 'otto' | 'viewer' | 'beta' | 'volt' | 'admin' | 'full', Headers>;

beforeAll(async () => {
  sink = await openMailSink();
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', SMTP_URL: sink.url } });
  world = await makeWorld(server);
  const { accounts } = server;
  maria = await makeUser(accounts, { role: 'property', customerId: world.alpha.id, email: 'maria@alpha.example' });
  otto = await makeUser(accounts, { role: 'property', customerId: world.alpha.id, email: 'otto@alpha.example' });
  const viewer = await makeUser(accounts, { role: 'property', standing: 'viewer', customerId: world.alpha.id });
  headers = {
    maria: await server.as(maria),
    otto: await server.as(otto),
    viewer: await server.as(viewer),
    beta: await server.asRole('property', world.beta.id),
    volt: await server.asRole('advertiser', world.volt.id),
    admin: await server.asRole('admin'),
    full: await server.asRole('full'),
  };
  const { a1, a2, b1 } = world.outlets;
  await server.events.insert([
    storedEvent(world.alpha, a1, world.cola, TEST_NOW - HOUR_MS),
    storedEvent(world.alpha, a2, world.shoes, TEST_NOW - DAY_MS),
    storedEvent(world.beta, b1, world.cola, TEST_NOW - DAY_MS),
  ]);
});
afterAll(async () => {
  await server.close();
  await sink.close();
});

async function call(method: Method, url: string, as: Headers | null, body?: object) {
  const payload = body === undefined ? {} : { payload: body };
  const answer = await server.app.inject({ method, url: `/api${url}`, headers: as ?? {}, ...payload });
  return { status: answer.statusCode, body: answer.json() };
}
const REPORT: NewSavedReport = {
  name: 'Venues',
  question: { dimensions: 'venue', metrics: 'views,revenue', range: '30d' },
  shared: false,
};
const save = async (as: Headers, over: Partial<NewSavedReport> = {}): Promise<SavedReport> => {
  const { body, status } = await call('POST', '/saved-reports', as, { ...REPORT, ...over });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as SavedReport;
};
const namesOf = async (as: Headers): Promise<string[]> =>
  (await call('GET', '/saved-reports', as)).body.data.map(({ name }: SavedReport) => name);
const detailOf = async (as: Headers, id: string): Promise<SavedReportDetail> =>
  (await call('GET', `/saved-reports/${id}`, as)).body;

test('a report belongs to its maker, and a shared one can be read by the organization only', async () => {
  const own = await save(headers.maria, { name: 'Own' });
  const shared = await save(headers.maria, { name: 'Shared', shared: true });
  expect(own).toMatchObject({ own: true, shared: false, version: 0, question: REPORT.question });
  expect(await namesOf(headers.maria)).toEqual(['Own', 'Shared']);
  expect(await namesOf(headers.otto)).toEqual(['Shared']);
  expect(await namesOf(headers.beta)).toEqual([]);
  expect(await namesOf(headers.admin)).toEqual([]);
  expect((await call('GET', `/saved-reports/${own.id}`, headers.otto)).status).toBe(404);
  expect((await call('GET', `/saved-reports/${shared.id}`, headers.beta)).status).toBe(404);
  expect(await detailOf(headers.otto, shared.id)).toMatchObject({ own: false, made_by: 'maria@alpha.example' });
  for (const method of ['PUT', 'DELETE'] as const) {
    const body = method === 'PUT' ? { ...REPORT, version: 0 } : undefined;
    expect((await call(method, `/saved-reports/${shared.id}`, headers.otto, body)).status).toBe(403);
  }
  const renamed = await call('PUT', `/saved-reports/${shared.id}`, headers.maria, {
    ...REPORT,
    name: 'Own',
    version: 0,
  });
  expect([renamed.status, renamed.body.error.fields.name]).toEqual([409, expect.stringContaining('with this name')]);
  const change = { ...REPORT, name: 'Anew', shared: true };
  expect(
    (await call('PUT', `/saved-reports/${shared.id}`, headers.maria, { ...change, version: 0 })).body.version,
  ).toBe(1);
  expect((await call('PUT', `/saved-reports/${shared.id}`, headers.maria, { ...change, version: 0 })).status).toBe(409);
  for (const id of [own.id, shared.id])
    expect((await call('DELETE', `/saved-reports/${id}`, headers.maria)).status).toBe(200);
  expect(await namesOf(headers.maria)).toEqual([]);
});

test('a maker who became a viewer can rename a shared report, and can stop sharing it permanently', async () => {
  const { id } = await save(headers.maria, { name: 'Shared', shared: true });
  const change = async (over: object) =>
    (await call('PUT', `/saved-reports/${id}`, headers.maria, { ...REPORT, ...over })).status;
  const stand = (standing: 'viewer' | 'manager') =>
    server.accounts.updateTable('users').set({ standing }).where('email', '=', 'maria@alpha.example').execute();
  await stand('viewer');
  expect(await change({ name: 'Anew', shared: true, version: 0 })).toBe(200);
  expect(await change({ name: 'Anew', shared: false, version: 1 })).toBe(200);
  expect(await change({ name: 'Anew', shared: true, version: 2 })).toBe(403);
  await stand('manager');
  expect((await call('DELETE', `/saved-reports/${id}`, headers.maria)).status).toBe(200);
});

test.each([
  ['viewer', { shared: true }, 403, 'can only view and export'],
  ['full', { shared: true }, 403, 'Only managers'],
  ['maria', { name: '  ' }, 400, 'Enter a name.'],
  ['maria', { question: { dimensions: 'campaign' } }, 403, "the dimension 'campaign'"],
  ['maria', { question: { metrics: 'luck' } }, 400, 'Unknown metric'],
  ['maria', { question: { tz: 'Nowhere/At' } }, 400, 'valid time zone'],
  ['maria', { question: { from: '2026-11-02', to: '2026-11-01' } }, 400, 'must start before'],
] as const)('%s cannot save %o', async (who, over, status, message) => {
  const answer = await call('POST', '/saved-reports', headers[who], { ...REPORT, ...over });
  expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringContaining(message)]);
});

test('a viewer saves private reports, and can neither mail nor link them', async () => {
  const { id } = await save(headers.viewer);
  const schedule = { every: 'day', hour: 7, time_zone: 'UTC', format: 'csv', recipients: ['maria@alpha.example'] };
  expect((await call('POST', `/saved-reports/${id}/schedules`, headers.viewer, schedule)).status).toBe(403);
  expect((await call('POST', `/saved-reports/${id}/links`, headers.viewer, {})).status).toBe(403);
});

test('mails each report once, with what its recipient may see at that time', async () => {
  const { id } = await save(headers.maria, { name: 'Daily', shared: true });
  const schedule = { every: 'day', hour: 13, time_zone: 'UTC', format: 'csv', recipients: ['maria@alpha.example'] };
  const strangers = await call('POST', `/saved-reports/${id}/schedules`, headers.maria, {
    ...schedule,
    recipients: ['nobody@elsewhere.example'],
  });
  expect([strangers.status, Object.keys(strangers.body.error.fields)]).toEqual([400, ['recipients']]);
  const both = { ...schedule, recipients: ['Maria@alpha.example', 'otto@alpha.example'] };
  const made = await call('POST', `/saved-reports/${id}/schedules`, headers.maria, both);
  expect([made.status, made.body.next_at]).toEqual([200, '2026-11-21T13:00:00.000Z']);
  const mailed = async () => {
    await createReportMails(server.dependencies).runNow();
    const { accounts, config } = server;
    const delivery = startDelivery({
      config,
      smtpUrl: sink.url,
      accounts,
      now: server.dependencies.now,
      report: () => {},
    });
    await delivery.runNow();
    await delivery.close();
  };
  await mailed();
  expect(sink.received).toEqual([]);

  // Two concurrent runs, as in two processes: each recipient gets one mail.
  server.clock.ms = TEST_NOW + HOUR_MS;
  await Promise.all([createReportMails(server.dependencies).runNow(), createReportMails(server.dependencies).runNow()]);
  await mailed();
  expect(sink.received.map(({ envelopeTo }) => envelopeTo).toSorted()).toEqual([
    'maria@alpha.example',
    'otto@alpha.example',
  ]);
  const [file] = sink.received[0]?.attachments ?? [];
  expect(file?.filename).toBe('voltboard-daily.csv');
  const lines = Buffer.from(file?.content as ArrayBuffer)
    .toString('utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines.join()).not.toContain('bbbbbbbbbbbbbbb1');
  expect(await server.accounts.selectFrom('mail_attachments').selectAll().execute()).toEqual([]);

  // Otto moves to another organization the next day. He gets no mail, not even a mail that was queued earlier.
  server.clock.ms += DAY_MS;
  await createReportMails(server.dependencies).runNow();
  await server.accounts.updateTable('users').set({ customer_id: world.beta.id }).where('id', '=', otto.id).execute();
  await mailed();
  expect(sink.received).toHaveLength(3);
  server.clock.ms += DAY_MS;
  await mailed();
  expect(sink.received.slice(3).map(({ envelopeTo }) => envelopeTo)).toEqual(['maria@alpha.example']);
  await server.accounts.updateTable('users').set({ disabled: 1 }).where('id', '=', otto.id).execute();
  server.clock.ms += DAY_MS;
  await mailed();
  const { deliveries, schedules } = await detailOf(await server.as(maria), id);
  expect(deliveries.slice(0, 2).map(({ recipient, status }) => [recipient, status])).toEqual(
    expect.arrayContaining([
      ['maria@alpha.example', 'sent'],
      ['otto@alpha.example', 'skipped'],
    ]),
  );
  expect(deliveries.filter(({ status }) => status === 'failed')).toHaveLength(1);
  await server.accounts
    .updateTable('users')
    .set({ disabled: 0, customer_id: world.alpha.id })
    .where('id', '=', otto.id)
    .execute();
  const own = await server.as(maria);
  expect((await call('DELETE', `/saved-reports/${id}/schedules/${schedules[0]?.id}`, own)).status).toBe(200);
  server.clock.ms = TEST_NOW;
});

test('a link shows its report while its maker may see it', async () => {
  const { id } = await save(headers.maria, { name: 'Linked' });
  const open = (body: object) => call('POST', '/shared-report', null, body);
  const made = await call('POST', `/saved-reports/${id}/links`, headers.maria, {
    days: 7,
    password: 'for the landlord',
  });
  expect(made.status).toBe(200);
  const { token, url } = made.body;
  expect(url).toBe(`http://localhost:4000/shared-report#${token}`);
  const stored = JSON.stringify(await server.accounts.selectFrom('report_links').selectAll().execute());
  expect(stored).not.toContain(token);
  expect(stored).not.toContain('landlord');

  expect(await open({ token })).toMatchObject({
    status: 403,
    body: { error: { message: 'Enter the password for this report.' } },
  });
  expect((await open({ token, password: 'for the lord' })).status).toBe(403);
  const answer = await open({ token, password: 'for the landlord' });
  expect([answer.status, answer.body.name, answer.body.of, answer.body.side]).toEqual([
    200,
    'Linked',
    'Alpha Hotels',
    'property',
  ]);
  expect(answer.body.report.total).toEqual({ views: 2, revenue: expect.any(Number) });
  await call('PUT', `/saved-reports/${id}`, headers.maria, {
    ...REPORT,
    name: 'Linked',
    question: { metrics: 'energy_cost' },
    version: 0,
  });
  expect((await open({ token, password: 'for the landlord' })).body.report.metrics).toEqual(['views', 'revenue']);
  expect((await detailOf(headers.maria, id)).links).toMatchObject([
    { views: 2, has_password: true, prefix: token.slice(0, 9) },
  ]);
  expect((await detailOf(headers.otto, id)).links).toBeUndefined();

  const set = (over: object) => server.accounts.updateTable('users').set(over).where('id', '=', maria.id).execute();
  for (const [over, status] of [
    [{ customer_id: world.beta.id }, 404],
    [{ customer_id: world.alpha.id }, 200],
    [{ role: 'unassigned' }, 404],
    [{ role: 'property' }, 200],
    // Viewers cannot revoke the link either, and accounts outside the organization cannot see it.
    [{ standing: 'viewer' }, 404],
    [{ standing: 'manager' }, 200],
    [{ disabled: 1 }, 404],
    [{ disabled: 0 }, 200],
  ] as const) {
    await set(over);
    expect([over, (await open({ token, password: 'for the landlord' })).status]).toEqual([over, status]);
  }
  server.clock.ms = TEST_NOW + 7 * DAY_MS;
  expect((await open({ token, password: 'for the landlord' })).status).toBe(404);
  server.clock.ms = TEST_NOW;
  const [link] = (await detailOf(headers.maria, id)).links;
  expect((await call('DELETE', `/saved-reports/${id}/links/${link?.id}`, headers.beta)).status).toBe(404);
  expect((await call('DELETE', `/saved-reports/${id}/links/${link?.id}`, headers.maria)).status).toBe(200);
  expect((await open({ token, password: 'for the landlord' })).status).toBe(404);
  expect((await open({ token: 'vbr_nonsense' })).status).toBe(404);
});

test('limits guesses of a link password', async () => {
  const { id } = await save(headers.maria, { name: 'Guessed' });
  const { body } = await call('POST', `/saved-reports/${id}/links`, headers.maria, { password: 'for the landlord' });
  const tries: number[] = [];
  for (let guess = 0; guess < 11; guess += 1)
    tries.push((await call('POST', '/shared-report', null, { token: body.token, password: `guess ${guess}` })).status);
  expect(tries).toEqual([...Array(10).fill(403), 429]);
});
