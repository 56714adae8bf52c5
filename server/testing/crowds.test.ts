// Played by `npm run test:full` alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccountRequests } from '../features/registration/account-requests.ts';
import { createTestApp, TEST_NOW, type TestApp } from './create-test-app.ts';
import { makeCustomer, makeUser } from './makers.ts';
import { canRun, TEST_STORES, type TestStores } from './test-stores.ts';

// Tests limits that are checked before an action. Many concurrent requests must not exceed a limit that sequential
// requests could not exceed, even on a store with many concurrent writers.
const KINDS = TEST_STORES.filter((kind) => kind !== 'cluster');
const CROWD = 30;

describe.each(KINDS)('many requests at once on stores of the kind %s', (kind) => {
  describe.skipIf(!canRun(kind))('never exceed a limit', () => crowds(kind));
});

function crowds(kind: TestStores): void {
  let server: TestApp;
  let user: Awaited<ReturnType<typeof makeUser>>;
  let headers: { authorization: string };

  beforeAll(async () => {
    server = await createTestApp({ stores: kind });
    user = await makeUser(server.accounts, {
      role: 'advertiser',
      email: 'crowd@pier.example',
      customerId: (await makeCustomer(server.accounts, { kind: 'advertiser' })).id,
    });
    headers = await server.as(user);
  });
  afterAll(() => server.close());

  let address = 0;
  type Asked = readonly [method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object];
  const ask = ([method, url, payload]: Asked) =>
    server.app.inject({
      method,
      url: `/api${url}`,
      headers,
      remoteAddress: `198.51.100.${++address % 250}`,
      ...(payload ? { payload } : {}),
    });
  /** Returns how many of them succeeded. */
  async function crowd(of: (index: number) => Asked, size = CROWD): Promise<number> {
    const answers = await Promise.all(Array.from({ length: size }, (_, index) => ask(of(index))));
    for (const { statusCode, body } of answers) expect([200, 409], body).toContain(statusCode);
    return answers.filter(({ statusCode }) => statusCode === 200).length;
  }
  const rowsOf = async (url: string): Promise<number> => (await ask(['GET', url])).json<{ data: [] }>().data.length;

  test('of webhooks', async () => {
    expect(await crowd((index) => ['POST', '/alert-webhooks', { url: `https://hooks.example/${index}` }])).toBe(5);
    expect(await rowsOf('/alert-webhooks')).toBe(5);
  });

  test('of API tokens', async () => {
    expect(
      await crowd((index) => ['POST', '/account/tokens', { name: `Program ${index}`, scopes: ['reports:read'] }]),
    ).toBe(20);
  });

  test('of links and mails of a report', async () => {
    const report = await ask(['POST', '/saved-reports', { name: 'Crowded', question: {}, shared: false }]);
    const at = `/saved-reports/${report.json<{ id: string }>().id}`;
    const daily = { every: 'day', hour: 7, time_zone: 'UTC', format: 'csv', recipients: [user.email] };
    expect(await crowd(() => ['POST', `${at}/links`, {}])).toBe(20);
    expect(await crowd(() => ['POST', `${at}/schedules`, daily])).toBe(10);
  });

  test('of notes on days', async () => {
    const note = { user_id: user.id, customer_id: user.customer_id, day: '2026-11-02', words: 'x', created_at: 1 };
    const most = Array.from({ length: 495 }, (_, at) => ({ ...note, id: `note-${at}` }));
    await server.accounts.insertInto('report_marks').values(most).execute();
    expect(await crowd((index) => ['POST', '/report-marks', { day: '2026-11-03', words: `Note ${index}` }])).toBe(5);
  });

  test('of removed providers: the last one stays if there is no password', async () => {
    const of = { user_id: user.id, provider: 'google', issuer: 'https://idp.example', email: '', created_at: 1 };
    const ids = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];
    await server.accounts
      .insertInto('identities')
      .values(ids.map((id) => ({ ...of, id, subject: id, last_used_at: 1 })))
      .execute();
    expect(await crowd((index) => ['DELETE', `/auth/identities/${ids[index]}`], 2)).toBe(1);
  });

  test('of recovery codes: only the newest ten are valid', async () => {
    const factor = { user_id: user.id, secret: '', created_at: 0, confirmed_at: TEST_NOW, last_step: 0 };
    await server.accounts.insertInto('second_factors').values(factor).execute();
    expect(await crowd(() => ['POST', '/auth/second-factor/recovery-codes'], 8)).toBe(8);
    expect(await server.accounts.selectFrom('recovery_codes').selectAll().execute()).toHaveLength(10);
  });

  test('of mails that strangers cause to one address, in any process', async () => {
    const { accounts, dependencies } = server;
    const asked = { kind: 'reset', email_key: user.email_key, password_hash: null } as const;
    const processes = Array.from({ length: 6 }, () => createAccountRequests(dependencies, () => undefined));
    await Promise.all(
      Array.from({ length: CROWD }, (_, index) =>
        processes[index % processes.length]?.add({ ...asked, asked_from: `198.51.100.${index}` }),
      ),
    );
    const waiting = () => accounts.selectFrom('account_requests').selectAll().execute();
    await expect.poll(waiting).toEqual([]);
    await Promise.all(processes.map((one) => one.close()));
    const mails = await accounts.selectFrom('mails').selectAll().where('kind', '=', 'reset-password').execute();
    expect(mails).toHaveLength(3);
  });
}
