import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportMark } from '#contract/report-marks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser } from '../../testing/makers.ts';
import { makeWorld, type World } from '../dashboard/testing/make-world.ts';

let server: TestApp;
let world: World;
let headers: Record<'admin' | 'alpha' | 'beta' | 'volt' | 'viewer', { authorization: string }>;

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  world = await makeWorld(server, ['UTC', 'UTC']);
  const { accounts } = server;
  const viewer = await makeUser(accounts, { role: 'property', standing: 'viewer', customerId: world.alpha.id });
  headers = {
    admin: await server.asRole('admin'),
    alpha: await server.asRole('property', world.alpha.id),
    beta: await server.asRole('property', world.beta.id),
    volt: await server.asRole('advertiser', world.volt.id),
    viewer: await server.as(viewer),
  };
  const share = { customer_id: world.alpha.id, share_ppm: 350_000, valid_from: TEST_NOW - 2 * DAY_MS };
  await accounts
    .insertInto('owner_shares')
    .values({ id: 'share-1', ...share })
    .execute();
  await accounts
    .updateTable('flights')
    .set({ state: 'approved', starts_at: TEST_NOW - 3 * DAY_MS, ends_at: TEST_NOW - DAY_MS })
    .where('code', 'in', ['COLA-1', 'SHOES-1'])
    .execute();
});
afterAll(() => server.close());

async function call(method: 'GET' | 'POST' | 'DELETE', as: keyof typeof headers, path: string, payload?: object) {
  const body = payload === undefined ? {} : { payload };
  const answer = await server.app.inject({ method, url: `/api/report-marks${path}`, headers: headers[as], ...body });
  return { status: answer.statusCode, body: answer.json() };
}
const marks = async (as: keyof typeof headers): Promise<[string, string][]> =>
  (await call('GET', as, '?from=2026-11-15&to=2026-11-21')).body.data.map(({ day, kind }: ReportMark) => [day, kind]);

test('owners see no flight marks, and advertisers see no shares and no marks of others', async () => {
  expect(await marks('alpha')).toEqual([['2026-11-19', 'share']]);
  expect(await marks('beta')).toEqual([]);
  expect(await marks('volt')).toEqual([
    ['2026-11-18', 'flight_began'],
    ['2026-11-20', 'flight_ended'],
  ]);
  expect((await marks('admin')).length).toBe(5);
});

test('the organization reads a note, and only its maker can delete it', async () => {
  const note = { day: '2026-11-16', words: ' Marathon  in town ' };
  expect((await call('POST', 'viewer', '', note)).status).toBe(403);
  expect((await call('POST', 'alpha', '', { ...note, day: '2026-02-30' })).status).toBe(400);
  const { body } = await call('POST', 'alpha', '', note);
  expect(body).toMatchObject({ day: '2026-11-16', kind: 'note', words: 'Marathon in town', own: true });
  const ofViewer = (await call('GET', 'viewer', '?from=2026-11-16&to=2026-11-16')).body.data;
  expect(ofViewer).toEqual([{ ...body, own: false }]);
  expect(await marks('beta')).toEqual([]);
  expect((await call('DELETE', 'beta', `/${body.id}`)).status).toBe(404);
  expect((await call('DELETE', 'alpha', `/${body.id}`)).status).toBe(200);
  expect((await call('GET', 'viewer', '?from=2026-11-16&to=2026-11-16')).body.data).toEqual([]);
});

test('shows outages to their owner and the network, on the day of their start, with their duration', async () => {
  const { accounts } = server;
  const began = TEST_NOW - 5 * DAY_MS;
  const alert = {
    customer_id: world.alpha.id,
    affected: '[]',
    path: '/app/outlets',
    acknowledged_at: null,
    mailed_at: null,
  };
  // The outage is reported on the next day, an hour after its start.
  const whole = {
    ...alert,
    rule: 'venue_silent' as const,
    title: 'Lobby is offline: no contact with any of its outlets',
  };
  const times = { raised_at: began + DAY_MS / 2 + HOUR_MS, ended_at: began + 2 * DAY_MS };
  await accounts
    .insertInto('alerts')
    .values([
      { ...whole, ...times, id: 'o1', cause: `silent/v/o/${began + DAY_MS / 2 - MINUTE_MS}` },
      {
        ...alert,
        id: 'o2',
        cause: `silent/v/p/${TEST_NOW - DAY_MS}`,
        rule: 'outlet_silent',
        title: 'Bar 1 at Lobby is offline',
        raised_at: TEST_NOW - DAY_MS + HOUR_MS,
        ended_at: null,
      },
    ])
    .execute();
  const said = async (as: keyof typeof headers) =>
    (await call('GET', as, '?from=2026-11-15&to=2026-11-21')).body.data
      .filter(({ kind }: ReportMark) => kind === 'outage')
      .map(({ day, words }: ReportMark) => [day, words]);
  const told = [
    ['2026-11-16', 'Lobby was offline for 36 hours'],
    ['2026-11-20', 'Bar 1 at Lobby is offline'],
  ];
  expect([await said('alpha'), await said('admin')]).toEqual([told, told]);
  expect([await said('beta'), await said('volt')]).toEqual([[], []]);
});

test('a canceled flight has a mark on that day, and no later start or end', async () => {
  const { accounts } = server;
  const cancel = (atMs: number) =>
    accounts.updateTable('flights').set({ cancelled_at: atMs }).where('code', '=', 'COLA-1').execute();
  const ofFlights = async () => (await marks('volt')).filter(([, kind]) => kind.startsWith('flight'));
  await cancel(TEST_NOW - 2 * DAY_MS);
  expect(await ofFlights()).toEqual([
    ['2026-11-18', 'flight_began'],
    ['2026-11-19', 'flight_cancelled'],
  ]);
  await cancel(TEST_NOW - 4 * DAY_MS);
  expect(await ofFlights()).toEqual([['2026-11-17', 'flight_cancelled']]);
});

test('limits the notes of one account, and other accounts are not affected', async () => {
  const { accounts } = server;
  const { id, day } = (await call('POST', 'alpha', '', { day: '2026-11-17', words: 'First of many' }))
    .body as ReportMark;
  const row = await accounts
    .selectFrom('report_marks')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow();
  const many = Array.from({ length: 499 }, (_, at) => ({ ...row, id: `${id}-${at}` }));
  await accounts.insertInto('report_marks').values(many).execute();
  const refused = await call('POST', 'alpha', '', { day, words: 'One too many' });
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    'You already have 500 notes. Remove one that you no longer need.',
  ]);
  expect((await call('POST', 'beta', '', { day, words: 'Another account' })).status).toBe(200);
  expect((await call('DELETE', 'alpha', `/${id}`)).status).toBe(200);
  expect((await call('POST', 'alpha', '', { day, words: 'Room again' })).status).toBe(200);
});
