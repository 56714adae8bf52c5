import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepUnsignedViews } from '../start/migrate-stores.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { makeCampaign, makeCustomer, makeFlight, makeKey, makeOutlet } from '../testing/makers.ts';
import { tellUnsignedViews } from './warn-unsigned-views.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

test('older flights keep accepting views without a play unless that was refused, and administrators see the amount', async () => {
  const { accounts, app, clock, dependencies } = server;
  const owner = await makeCustomer(accounts);
  const outlet = await makeOutlet(accounts, { customerId: owner.id });
  const { key } = await makeKey(accounts, { customerId: owner.id });
  const advertiser = await makeCustomer(accounts, { kind: 'advertiser' });
  const campaign = await makeCampaign(accounts, { customerId: advertiser.id });
  const terms = { campaignId: campaign.id, model: 'flat', priceMicros: 2_500_000 } as const;
  const old = await makeFlight(accounts, { ...terms, code: 'OLD' });
  const isAccepted = async () => {
    const row = await accounts
      .selectFrom('flights')
      .select('accepts_unsigned')
      .where('id', '=', old.id)
      .executeTakeFirst();
    return row?.accepts_unsigned;
  };
  const before = () => accounts.updateTable('flights').set({ accepts_unsigned: 2 }).where('id', '=', old.id).execute();
  await before();
  await keepUnsignedViews(accounts, { refusesUnsigned: true });
  expect(await isAccepted()).toBe(0);
  await before();
  await keepUnsignedViews(accounts, { refusesUnsigned: false });
  expect(await isAccepted()).toBe(1);
  const view = { type: 'view', eui: outlet.eui, flight: 'OLD', timestamp: new Date(clock.ms - 1_000).toISOString() };
  const answer = await app.inject({
    method: 'POST',
    url: '/api/ingest/events',
    headers: { authorization: `Bearer ${key}` },
    payload: [{ ...view, id: '0193f0a2-7c1e-7b0a-9d53-0c7a51d0e8aa' }],
  });
  expect(answer.json()).toMatchObject({ accepted: 1 });
  const text = await tellUnsignedViews(dependencies);
  expect(text).toContain('1 flight accepts views without a play. In the last 30 days, 1 such view earned 2.50 USD');
  expect(await dependencies.notices.list()).toMatchObject([{ kind: 'unsigned-views', text }]);
  expect(await tellUnsignedViews({ ...dependencies, config: { currency: 'USD', demo: true } })).toBeNull();
  expect(await dependencies.notices.list()).toEqual([]);
  await tellUnsignedViews(dependencies);
  await accounts.updateTable('flights').set({ accepts_unsigned: 0 }).execute();
  expect(await tellUnsignedViews(dependencies)).toBeNull();
  expect(await dependencies.notices.list()).toEqual([]);
});
