import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OnboardingSteps } from '#contract/onboarding.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { changeOf } from '../../live/live-changes.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import {
  makeCampaign,
  makeCustomer,
  makeFlight,
  makeKey,
  makeOutlet,
  makeUser,
  makeVenue,
} from '../../testing/makers.ts';
import { storedEvent } from './testing/make-world.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

type Headers = { authorization: string };

async function stepsOf(headers: Headers) {
  const response = await server.app.inject({ url: '/api/first-steps', headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<OnboardingSteps>().data;
}
const undone = async (headers: Headers) => (await stepsOf(headers)).flatMap(({ step, done }) => (done ? [] : [step]));

test('completes the steps of a new network by its data, and links to the next one', async () => {
  const { accounts } = server;
  const admin = await server.asRole('admin');
  expect(await stepsOf(admin)).toEqual(
    ['site', 'outlets', 'rates', 'campaign', 'creative', 'keys', 'event', 'account'].map((step) => ({
      step,
      done: false,
    })),
  );

  const owner = await makeCustomer(accounts);
  expect((await stepsOf(admin))[0]).toEqual({ step: 'site', done: false, customer_id: owner.id });
  const venue = await makeVenue(accounts, { customerId: owner.id, timeZone: 'UTC' });
  expect((await stepsOf(admin)).slice(0, 2)).toEqual([
    { step: 'site', done: true, customer_id: owner.id },
    { step: 'outlets', done: false, customer_id: owner.id },
  ]);

  const property = await server.as(await makeUser(accounts, { role: 'property', customerId: owner.id }));
  expect(await undone(property)).toEqual(['outlets', 'event']);
  const outlet = await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id });
  expect(await undone(property)).toEqual(['event']);
  expect((await stepsOf(admin))[5]).toEqual({ step: 'keys', done: false, outlet_id: outlet.id });
  await makeKey(accounts, { outletId: outlet.id });
  expect(await undone(admin)).toEqual(['rates', 'campaign', 'creative', 'event']);
  const rate = { id: 'r-1', model: 'cpm', venue_type: '', price_micros: 1_000_000, valid_from: 0 } as const;
  await accounts.insertInto('rate_card').values(rate).execute();
  expect(await undone(admin)).toEqual(['campaign', 'creative', 'event']);

  const volt = await makeCustomer(accounts, { kind: 'advertiser' });
  const advertiser = await server.asRole('advertiser', volt.id);
  expect(await stepsOf(advertiser)).toEqual([
    { step: 'campaign', done: false },
    { step: 'event', done: false },
  ]);
  expect((await stepsOf(admin))[3]).toEqual({ step: 'campaign', done: false, customer_id: volt.id });
  expect((await stepsOf(admin))[4]).toEqual({ step: 'creative', done: false });
  const campaign = await makeCampaign(accounts, { customerId: volt.id });
  const flight = await makeFlight(accounts, { campaignId: campaign.id, code: 'VOLT-1' });
  const become = (state: 'draft' | 'approved') => accounts.updateTable('flights').set({ state }).execute();
  await become('draft');
  expect(await undone(advertiser)).toEqual(['campaign', 'event']);
  await become('approved');
  expect(await undone(advertiser)).toEqual(['event']);
  const removeCreatives = (at: number | null) => accounts.updateTable('creatives').set({ removed_at: at }).execute();
  await removeCreatives(TEST_NOW);
  expect((await stepsOf(admin))[4]).toEqual({ step: 'creative', done: false, campaign_id: campaign.id });
  await removeCreatives(null);
  expect((await stepsOf(admin))[4]).toEqual({ step: 'creative', done: true, campaign_id: campaign.id });

  const shown = { advertiser: volt, key: campaign.key, flight };
  const view = storedEvent(owner, { ...outlet, timeZone: 'UTC' }, shown, TEST_NOW - MINUTE_MS);
  await server.events.insert([view]);
  server.dependencies.live.announce(changeOf([view]));
  for (const headers of [admin, property, advertiser]) expect(await undone(headers)).toEqual([]);
});

test('does not count revoked, retired or other customers’ items', async () => {
  const { accounts } = server;
  const admin = await server.asRole('admin');
  const other = await makeCustomer(accounts);
  const stranger = await server.asRole('property', other.id);
  expect(await undone(stranger)).toEqual(['outlets', 'event']);
  await accounts.updateTable('access_keys').set({ revoked_at: TEST_NOW }).execute();
  await accounts.updateTable('outlets').set({ retired_at: TEST_NOW }).execute();
  expect(await undone(admin)).toEqual(['outlets', 'keys']);
  // A reader without administration rights sees only the steps that the figures depend on.
  expect((await stepsOf(await server.asRole('full'))).map(({ step }) => step)).toEqual(['outlets', 'event']);
});
