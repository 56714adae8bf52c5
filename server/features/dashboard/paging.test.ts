import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerList, CustomerSort, DevicePage, ViewPage } from '#contract/list.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeOutlet, makeVenue } from '../../testing/makers.ts';
import { byLength } from '../../testing/test-length.ts';
import { makeWorld, storedEvent, type World } from './testing/make-world.ts';

let server: TestApp;
let world: World;
let admin: { authorization: string };
const names: string[] = [];

beforeAll(async () => {
  server = await createTestApp();
  world = await makeWorld(server);
  admin = await server.asRole('admin');
  for (let index = 0; index < 23; index += 1) {
    const customer = await makeCustomer(server.accounts, { name: `Hotel ${String(index).padStart(2, '0')}` });
    const venue = await makeVenue(server.accounts, { customerId: customer.id });
    const made = await makeOutlet(server.accounts, { customerId: customer.id, venueId: venue.id });
    names.push(customer.name);
    const outlet = { ...made, timeZone: 'America/New_York' };
    const views = Array.from({ length: (index * 7) % 5 }, (_, at) =>
      storedEvent(customer, outlet, null, TEST_NOW - at * 1000),
    );
    await server.events.insert(views);
  }
});
afterAll(() => server.close());

async function get<Answer>(url: string): Promise<Answer> {
  const response = await server.app.inject({ url: `/api${url}`, headers: admin });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Answer>();
}

type Page = { next_cursor?: string | null };

/** Reads all pages, and calls `between` before each further page. */
async function walk<Answer extends Page>(
  url: string,
  between: () => Promise<unknown> = async () => undefined,
  carry: (cursor: string) => string = (cursor) => cursor,
) {
  const pages: Answer[] = [];
  for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
    const page: Answer = await get<Answer>(cursor === '' ? url : `${url}&cursor=${carry(cursor)}`);
    pages.push(page);
    cursor = page.next_cursor;
    await between();
  }
  return pages;
}

/** Stores new events, which change every rank. */
async function insertEvents() {
  const { data } = await get<DevicePage>('/list/devices?limit=100');
  const keys = await server.accounts.selectFrom('outlets').select(['key', 'eui']).execute();
  const customers = await server.accounts.selectFrom('customers').select(['key', 'id']).execute();
  const rows = data.map(({ eui, customer_id }, index) => {
    const key = keys.find((one) => one.eui === eui)?.key ?? 0;
    const customer = customers.find(({ id }) => id === customer_id) ?? { key: 0 };
    return storedEvent(customer, { id: '', key, eui, timeZone: 'UTC' }, null, TEST_NOW - index);
  });
  await server.events.insert([...rows, ...rows.slice(0, 5).map((row) => ({ ...row, eventId: row.eventId + 1n }))]);
  server.dependencies.live.announce({
    customerKeys: new Set(),
    advertiserKeys: new Set(),
    outletKeys: new Set(),
    touches: [],
    oldestMs: TEST_NOW - rows.length,
  });
}

test.each<CustomerSort>(['name', '-name', '-total_views', 'today_views', '-total_revenue', 'outlets'])(
  'pages sorted by %s contain every customer once while events keep arriving',
  async (sort) => {
    const pages = await walk<CustomerList>(
      `/list?q=HOTEL&limit=${byLength(8, 4)}&embed=none&sort=${sort}`,
      insertEvents,
    );
    const met = pages.flatMap(({ data }) => data.map(({ customer }) => customer));
    expect([...met].sort()).toEqual([...names, world.alpha.name].sort());
    expect(pages.every(({ total }) => total === met.length)).toBe(true);
  },
);

test.each<CustomerSort>(['-total_views', 'today_views', '-total_revenue', '-outlets'])(
  'pages sorted by %s from different processes contain every customer once',
  async (sort) => {
    // The order of the previous page is unknown here, as in another process.
    const elsewhere = (cursor: string) => {
      const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
      return Buffer.from(JSON.stringify(['elsewhere', ...parts.slice(1)])).toString('base64url');
    };
    const url = `/list?q=HOTEL&limit=${byLength(8, 4)}&embed=none&sort=${sort}`;
    const pages = await walk<CustomerList>(url, insertEvents, elsewhere);
    const met = pages.flatMap(({ data }) => data.map(({ customer }) => customer));
    expect([...met].sort()).toEqual([...names, world.alpha.name].sort());
  },
);

test('rejects a modified cursor', async () => {
  const first = await get<CustomerList>('/list?limit=5&sort=-total_views&embed=none');
  const parts = JSON.parse(Buffer.from(first.next_cursor ?? '', 'base64url').toString()) as string[];
  const bomb = deflateRawSync(Buffer.alloc(4_000_000)).toString('base64url');
  for (const shown of ['AAAA', bomb]) {
    const cursor = Buffer.from(JSON.stringify([...parts.slice(0, 4), shown])).toString('base64url');
    const url = `/api/list?limit=5&sort=-total_views&cursor=${cursor}`;
    expect((await server.app.inject({ url, headers: admin })).statusCode).toBe(400);
  }
});

test('lists customers in the requested order', async () => {
  const byName = await walk<CustomerList>('/list?limit=10&sort=name');
  const met = byName.flatMap(({ data }) => data.map(({ customer }) => customer));
  expect(met).toEqual([...met].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  const byViews = await walk<CustomerList>('/list?limit=10&sort=-total_views');
  const views = byViews.flatMap(({ data }) => data.map(({ total_views }) => total_views));
  expect(views).toEqual([...views].sort((a, b) => b - a));
  const against = await walk<CustomerList>('/list?limit=10&sort=-name');
  expect(against.flatMap(({ data }) => data.map(({ customer }) => customer))).toEqual(met.toReversed());
  const fewest = await walk<CustomerList>('/list?limit=10&sort=total_views');
  expect(fewest.flatMap(({ data }) => data.map(({ total_views }) => total_views))).toEqual(views.toReversed());
});

test('shares a cached order until a change, and then creates a new one', async () => {
  const ask = async () => {
    const { next_cursor } = await get<CustomerList>('/list?limit=5&sort=-outlets&embed=none');
    return (JSON.parse(Buffer.from(next_cursor ?? '', 'base64url').toString()) as string[])[0];
  };
  const first = await ask();
  expect(await ask()).toBe(first);
  const customer = await makeCustomer(server.accounts, { name: 'Zebra Lodge' });
  const venue = await makeVenue(server.accounts, { customerId: customer.id });
  await makeOutlet(server.accounts, { customerId: customer.id, venueId: venue.id });
  expect(await ask()).not.toBe(first);
});

test("rebuilds an evicted order from the reader's position", async () => {
  const first = await get<CustomerList>('/list?limit=5&sort=-total_views&embed=none');
  const parts = JSON.parse(Buffer.from(first.next_cursor ?? '', 'base64url').toString()) as string[];
  const forgotten = Buffer.from(JSON.stringify(['gone', ...parts.slice(1)])).toString('base64url');
  const kept = await get<CustomerList>(`/list?limit=5&sort=-total_views&embed=none&cursor=${first.next_cursor}`);
  const anew = await get<CustomerList>(`/list?limit=5&sort=-total_views&embed=none&cursor=${forgotten}`);
  expect(anew.data).toEqual(kept.data);
});

test('pages of devices contain each device once', async () => {
  const pages = await walk<DevicePage>('/list/devices?limit=5');
  const euis = pages.flatMap(({ data }) => data.map(({ eui }) => eui));
  expect(euis).toHaveLength(28);
  expect(euis).toEqual([...new Set(euis)].sort());
});

test('pages of views have no gap and no duplicate while events keep arriving, also with a sparse past', async () => {
  const made = await makeOutlet(server.accounts, { customerId: world.beta.id });
  const outlet = { ...made, timeZone: 'UTC' };
  const ages = [0, 0, 0, 1, 2, 400, 500, 1300, 1301, 5_000, 5_001, 9_000].map((hours) => hours * HOUR_MS);
  const rows = ages.map((age) => storedEvent(world.beta, outlet, world.cola, TEST_NOW - HOUR_MS - age));
  await server.events.insert(rows);
  const expected = rows
    .toSorted((a, b) => b.timestampMs - a.timestampMs || (b.eventId > a.eventId ? 1 : -1))
    .map(({ timestampMs, fingerprint }) => [new Date(timestampMs).toISOString(), fingerprint]);
  let added = 0;
  const pages = await walk<ViewPage>(`/list/devices/${outlet.eui}/views?limit=2`, async () => {
    added += 1;
    await server.events.insert([storedEvent(world.beta, outlet, world.cola, TEST_NOW - added)]);
  });
  const met = pages.flatMap(({ data }) => data.map(({ timestamp, fingerprint }) => [timestamp, fingerprint]));
  expect(met).toEqual(expected);
  expect(pages[0]?.views_total).toBe(rows.length);
});

test('sorts cards by the shown number of outlets, including retired ones with a planned move', async () => {
  const shown = async (sort: CustomerSort) => {
    const pages = await walk<CustomerList>(`/list?limit=7&embed=none&sort=${sort}`);
    return pages.flatMap(({ data }) => data);
  };
  const openVenue = async (name: string, outlets: number) => {
    const { id: customerId } = await makeCustomer(server.accounts, { name });
    const { id: venueId } = await makeVenue(server.accounts, { customerId });
    const made = [];
    for (let count = 0; count < outlets; count += 1)
      made.push(await makeOutlet(server.accounts, { customerId, venueId }));
    return { customer_id: customerId, venue_id: venueId, made };
  };
  const four = await openVenue('Four', 4);
  await openVenue('Three', 3);
  const { customer_id, venue_id } = await openVenue('None yet', 0);
  for (const { id } of four.made.slice(0, 2)) {
    const moveAt = TEST_NOW + HOUR_MS;
    const { accounts } = server;
    await accounts.updateTable('outlet_assignments').where('outlet_id', '=', id).set({ to_at: moveAt }).execute();
    await accounts
      .insertInto('outlet_assignments')
      .values({ id: `${id}-2`, outlet_id: id, customer_id, venue_id, from_at: moveAt, to_at: null })
      .execute();
    await accounts
      .updateTable('outlets')
      .where('id', '=', id)
      .set({ retired_at: TEST_NOW - HOUR_MS })
      .execute();
  }
  for (const [sort, turn] of [
    ['outlets', 1],
    ['-outlets', -1],
  ] as const) {
    const cards = await shown(sort);
    const countOf = (name: string) => cards.find(({ customer }) => customer === name)?.outlets;
    expect(['Four', 'Three', 'None yet'].map(countOf), sort).toEqual([2, 3, 0]);
    const counts = cards.map(({ outlets }) => outlets);
    expect(counts, sort).toEqual(counts.toSorted((one, other) => turn * (one - other)));
  }
});
