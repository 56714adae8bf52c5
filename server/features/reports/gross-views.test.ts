// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '#contract/reports.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';

/*
 * Gross views are valid views plus invalid views, for every reader, dimension and filter. The outlets a2, b1 and b2
 * have no valid event of the advertiser Volt, neither in the last minutes nor in sealed weeks.
 */

const PLACES = ['customer', 'venue', 'venue_type', 'state', 'outlet'] as const;
const METRICS = 'metrics=views,invalid_views,gross_views';

type Reader = { readonly name: string; readonly headers: { authorization: string }; readonly query: string };
let server: TestApp;
let world: World;
let readers: readonly Reader[];

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  world = await makeWorld(server);
  const { alpha, beta, volt, zap, cola, shoes, outlets } = world;
  const admin = await server.asRole('admin');
  readers = [
    { name: 'the advertiser', headers: await server.asRole('advertiser', volt.id), query: '' },
    { name: 'an administrator for the advertiser', headers: admin, query: `cid=${volt.id}` },
    { name: 'an administrator', headers: admin, query: '' },
    { name: 'an owner', headers: await server.asRole('property', beta.id), query: '' },
    { name: 'another advertiser', headers: await server.asRole('advertiser', zap.id), query: '' },
  ];
  const invalid = { invalid: 'visitor_pace', amountMicros: 0, ownerMicros: 0 } as const;
  await server.events.insert([
    storedEvent(alpha, outlets.a1, cola, TEST_NOW - HOUR_MS),
    storedEvent(alpha, outlets.a1, cola, TEST_NOW - 30 * DAY_MS, invalid),
    storedEvent(alpha, outlets.a2, cola, TEST_NOW - 40 * DAY_MS, invalid),
    storedEvent(beta, outlets.b1, cola, TEST_NOW - HOUR_MS, invalid),
    storedEvent(beta, outlets.b2, cola, TEST_NOW - 2 * DAY_MS, invalid),
    storedEvent(beta, outlets.b2, shoes, TEST_NOW - 2 * DAY_MS),
  ]);
});
afterAll(() => server.close());

async function read({ name, headers, query }: Reader, asked: string): Promise<Report> {
  const url = `/api/reports?${METRICS}&${query}&${asked}`;
  const response = await server.app.inject({ url, headers });
  expect(response.statusCode, `${name} ${url}: ${response.body}`).toBe(200);
  return response.json<Report>();
}

test('gross equals valid plus invalid, by every location dimension and under every location filter', async () => {
  for (const reader of readers) {
    const { total } = await read(reader, '');
    for (const place of PLACES) {
      const { data } = await read(reader, `dimensions=${place}`);
      const sum = (metric: 'views' | 'invalid_views' | 'gross_views') =>
        data.reduce((all, { values }) => all + Number(values[metric] ?? 0), 0);
      const about = `${reader.name} by ${place}`;
      expect(sum('gross_views'), about).toBe(total.gross_views);
      expect(sum('gross_views'), about).toBe(sum('views') + sum('invalid_views'));
      for (const { of, values } of data) {
        const id = of[0]?.id ?? '';
        // `makeVenue` leaves the state empty. Every other dimension has an id.
        if (place !== 'state') expect(id, about).not.toBe('');
        const filters = encodeURIComponent(JSON.stringify({ [place]: [id] }));
        const filtered = await read(reader, `filters=${filters}`);
        expect(filtered.total, `${about} ${id}`).toEqual(values);
        const compared = await read(reader, `from=2026-10-01&to=2026-11-01&compare=previous&filters=${filters}`);
        expect(compared.total.gross_views, `${about} ${id}`).toBe(
          Number(compared.total.views) + Number(compared.total.invalid_views),
        );
      }
    }
  }
});

test('a map area that contains every outlet includes every invalid view', async () => {
  const everywhere = encodeURIComponent(JSON.stringify({ area: ['-180,-90,180,90'] }));
  for (const reader of readers)
    expect((await read(reader, `filters=${everywhere}`)).total, reader.name).toEqual((await read(reader, '')).total);
});

test('an advertiser can query a customer whose outlets have only invalid views', async () => {
  const headers = await server.asRole('advertiser', world.volt.id);
  const { total } = await read({ name: 'the advertiser', headers, query: `cid=${world.beta.id}` }, '');
  expect(total).toEqual({ views: 0, invalid_views: 2, gross_views: 2 });
});
