import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerList, DevicePage, OutletMap, Summary } from '#contract/list.ts';
import { DAY_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeOutlet, makeVenue, reassignOutlet } from '../../testing/makers.ts';
import { makeWorld, storedEvent, type World } from './testing/make-world.ts';

const HOTELS = 9;

let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await createTestApp();
  world = await makeWorld(server);
  const { accounts } = server;
  for (let hotel = 0; hotel < HOTELS; hotel += 1) {
    const customer = await makeCustomer(accounts, { name: `Hotel ${hotel}` });
    const venue = await makeVenue(accounts, { customerId: customer.id });
    for (let at = 0; at < (hotel * 5) % 4; at += 1) {
      const outlet = await makeOutlet(accounts, { customerId: customer.id, venueId: venue.id });
      // Two of three outlets have an event from the sponsor, including outlets that have moved or left since.
      const shown = { ...outlet, timeZone: 'America/New_York' };
      if ((hotel + at) % 3 > 0) await server.events.insert([storedEvent(customer, shown, world.cola, TEST_NOW - 1)]);
      const leaves = (set: object) => accounts.updateTable('outlets').set(set).where('id', '=', outlet.id).execute();
      const movesAt = (ms: number) =>
        reassignOutlet(accounts, { outletId: outlet.id, customerId: world.beta.id, at: ms });
      if (at === 1) await movesAt(hotel % 2 === 0 ? TEST_NOW - DAY_MS : TEST_NOW + DAY_MS);
      if (at === 1 && hotel % 3 === 0) await leaves({ retired_at: TEST_NOW - 1 });
      if (at === 2) await leaves({ retired_at: TEST_NOW + DAY_MS });
    }
  }
});
afterAll(() => server.close());

async function get<Answer>(headers: { authorization: string }, url: string): Promise<Answer> {
  const answer = await server.app.inject({ url: `/api${url}`, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Answer>();
}

async function cardsOf(headers: { authorization: string }, sort: string) {
  const cards: { customer: string; outlets: number }[] = [];
  for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
    const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: CustomerList = await get(headers, `/list?limit=4&embed=none&sort=${sort}${from}`);
    cards.push(...page.data.map(({ customer, outlets }) => ({ customer, outlets })));
    cursor = page.next_cursor;
  }
  return cards;
}

test.each(['admin', 'full', 'property', 'advertiser'] as const)(
  'sorts cards for %s by the shown count, which equals list, map and summary',
  async (role) => {
    const customer = { property: world.beta.id, advertiser: world.volt.id, admin: undefined, full: undefined }[role];
    for (const daysLater of [0, 2]) {
      server.clock.ms = TEST_NOW + daysLater * DAY_MS;
      const headers = await server.asRole(role, customer);
      const most = await cardsOf(headers, '-outlets');
      const counts = most.map(({ outlets }) => outlets);
      expect(new Set(counts).size).toBeGreaterThan(role === 'property' ? 0 : 1);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      expect((await cardsOf(headers, 'outlets')).map(({ outlets }) => outlets)).toEqual(counts.toReversed());

      const standing = await get<DevicePage>(headers, '/list/devices?limit=100&held=now');
      const listed = new Map<string, number>();
      for (const { customer: of } of standing.data) listed.set(of, (listed.get(of) ?? 0) + 1);
      for (const card of most) expect(card.outlets, card.customer).toBe(listed.get(card.customer) ?? 0);
      const map = await get<OutletMap>(headers, '/list/map');
      const summary = await get<Summary>(headers, '/list/summary');
      expect([map.eui.length, summary.outlets]).toEqual([standing.data.length, standing.data.length]);
    }
  },
);
