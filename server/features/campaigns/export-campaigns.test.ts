import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportAnswer } from '#contract/imports.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { importCall } from '../../testing/import-call.ts';
import { makeCustomer, makeOutlet, makeVenue } from '../../testing/makers.ts';

let server: TestApp;
let admin: { authorization: string };

beforeAll(async () => {
  server = await createTestApp();
  admin = await server.asRole('admin');
  await makeCustomer(server.accounts, { kind: 'advertiser', name: 'Cascade Bottling' });
  const owner = await makeCustomer(server.accounts, { name: 'Pier House' });
  const venue = await makeVenue(server.accounts, { customerId: owner.id, name: 'Lobby' });
  await makeOutlet(server.accounts, { customerId: owner.id, venueId: venue.id, eui: '00000000000000a1' });
});
afterAll(() => server.close());

const exported = async (): Promise<string> =>
  (await server.app.inject({ url: '/api/admin/campaigns/export', headers: admin })).payload;
const imported = async (file: string): Promise<ImportAnswer> => {
  const call = importCall('/admin/campaigns/import', file, { dryRun: false, headers: admin });
  return (await server.app.inject(call)).json<ImportAnswer>();
};

const HEAD =
  'advertiser,campaign,flight,starts,ends,budget,model,price,targets,daily_cap,visitor_cap,pacing,accepts_unsigned,sponsor,category,time_zone,flight_name';
const LINE = 'Cascade Bottling,Spring,SPRING-1,2026-12-01,2027-03-01,1800.5,cpm,14.5';
const TARGETS = 'Pier House > Lobby | customer:Pier House | type:hotel | circle:41.9,-87.6,50 | !state:Ohio';

test('imports and exports every field, and importing the export again changes nothing', async () => {
  const terms = `${TARGETS}",120,3,fast,yes,Cold brew,food_and_drink,America/Chicago,Lobby screens`;
  expect(await imported([HEAD, `${LINE},"${terms}`].join('\n'))).toMatchObject({ done: true, findings: [] });
  const flight = await server.accounts
    .selectFrom('flights')
    .selectAll()
    .where('code', '=', 'SPRING-1')
    .executeTakeFirstOrThrow();
  expect(flight).toMatchObject({
    daily_cap_micros: 120_000_000,
    visitor_cap: 3,
    pacing: 'fast',
    accepts_unsigned: 1,
    label: 'Lobby screens',
  });
  expect(JSON.parse(flight.targets)).toMatchObject({
    venue_types: ['hotel'],
    circle: { lat: 41.9, lng: -87.6, km: 50 },
    except: { states: ['ohio'] },
  });
  const file = await exported();
  expect(file).toContain('Cold brew');
  const again = await imported(file);
  expect(again).toMatchObject({ findings: [] });
  expect(again.counts.every(({ created, changed }) => created === 0 && changed === 0)).toBe(true);
  expect(await exported()).toBe(file);
});

test('an old file keeps caps and pacing, and the cap "none" removes a cap', async () => {
  const head = 'advertiser,campaign,flight,starts,ends,budget,model,price,targets';
  expect(await imported(`${head}\n${LINE},"${TARGETS}"`)).toMatchObject({ findings: [] });
  const read = () =>
    server.accounts
      .selectFrom('flights')
      .select(['daily_cap_micros', 'visitor_cap', 'pacing', 'label'])
      .where('code', '=', 'SPRING-1')
      .executeTakeFirstOrThrow();
  expect(await read()).toEqual({
    daily_cap_micros: 120_000_000,
    visitor_cap: 3,
    pacing: 'fast',
    label: 'Lobby screens',
  });
  await imported(`${head},daily_cap\n${LINE},"${TARGETS}",none`);
  expect(await read()).toMatchObject({ daily_cap_micros: null, visitor_cap: 3, pacing: 'fast' });
});

test('does not export a draft, because importing the file would approve it', async () => {
  const campaign = await server.accounts.selectFrom('campaigns').select('id').executeTakeFirstOrThrow();
  await server.app.inject({
    method: 'POST',
    url: `/api/campaigns/${campaign.id}/flights`,
    headers: admin,
    payload: { code: 'DRAFT-1' },
  });
  expect(await exported()).not.toContain('DRAFT-1');
});
