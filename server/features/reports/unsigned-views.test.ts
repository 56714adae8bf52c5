// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '#contract/reports.ts';
import type { InvalidTraffic } from '#contract/traffic.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import type { StoredEvent } from '#event-store/events-db.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';

/*
 * The number and the amount of views without a play are the same for every reader, dimension and time, before and after
 * their events are removed.
 */

const METRICS = 'metrics=views,unsigned_views,unsigned_share,unsigned_revenue';
const DIMENSIONS = ['day', 'outlet', 'customer', 'advertiser', 'venue', 'reason'] as const;
/** A Monday. The job removes older events. */
const UNTIL = '2026-10-19';

let server: TestApp;
let world: World;
let made: readonly StoredEvent[];

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  world = await makeWorld(server, ['UTC', 'UTC']);
  const { alpha, beta, cola, outlets, shoes } = world;
  const random = seededRandom('views without a play');
  made = Array.from({ length: 400 }, () => {
    const campaign = random.pick([cola, shoes, null]);
    const isBetas = random.whole(0, 1) === 1;
    const isInvalid = random.whole(0, 4) === 0;
    return storedEvent(
      isBetas ? beta : alpha,
      isBetas ? outlets.b1 : outlets.a1,
      campaign,
      TEST_NOW - HOUR_MS - random.whole(0, 70 * DAY_MS),
      {
        kind: random.pick(['view', 'view', 'view', 'click']),
        signed: campaign !== null && random.whole(0, 2) > 0,
        ...(campaign === null || isInvalid ? { amountMicros: 0, ownerMicros: 0 } : {}),
        ...(isInvalid ? { invalid: 'visitor_pace' as const } : {}),
      },
    );
  });
  await server.events.insert(made);
});
afterAll(() => server.close());

type Reader = {
  readonly headers: { authorization: string };
  readonly sees: (event: StoredEvent) => boolean;
  readonly money: 'amountMicros' | 'ownerMicros';
};

const readers = async (): Promise<readonly Reader[]> => [
  { headers: await server.asRole('admin'), sees: () => true, money: 'amountMicros' },
  {
    headers: await server.asRole('property', world.alpha.id),
    sees: ({ customerKey }) => customerKey === world.alpha.key,
    money: 'ownerMicros',
  },
  {
    headers: await server.asRole('advertiser', world.volt.id),
    sees: ({ advertiserKey }) => advertiserKey === world.volt.key,
    money: 'amountMicros',
  },
];

const read = async <Answer>({ headers }: Reader, url: string): Promise<Answer> => {
  const response = await server.app.inject({ url: `/api${url}`, headers });
  expect(response.statusCode, `${url}: ${response.body}`).toBe(200);
  return response.json();
};

/** Returns an independent sum of the stored events. */
function own({ sees, money }: Reader) {
  const views = made.filter((event) => sees(event) && event.kind === 'view' && event.invalid === null);
  const unsigned = views.filter(({ signed, flightKey }) => !signed && flightKey !== 0);
  return {
    views: views.length,
    unsigned_views: unsigned.length,
    unsigned_share: unsigned.length / views.length,
    unsigned_revenue: unsigned.reduce((sum, event) => sum + event[money], 0) / 1_000_000,
  };
}

async function check(): Promise<void> {
  for (const reader of await readers()) {
    const wanted = own(reader);
    expect(wanted.unsigned_views).toBeGreaterThan(10);
    expect((await read<Report>(reader, `/reports?${METRICS}`)).total).toEqual(wanted);
    for (const dimension of DIMENSIONS) {
      const { data } = await read<Report>(reader, `/reports?${METRICS}&dimensions=${dimension}&limit=1000`);
      const sum = (metric: 'unsigned_views' | 'unsigned_revenue') =>
        data.reduce((all, { values }) => all + Number(values[metric] ?? 0), 0);
      expect(sum('unsigned_views'), dimension).toBe(wanted.unsigned_views);
      expect(sum('unsigned_revenue'), dimension).toBeCloseTo(wanted.unsigned_revenue, 6);
    }
    for (const by of ['day', 'outlet', 'flight']) {
      const { unsigned } = await read<InvalidTraffic>(reader, `/invalid-traffic?by=${by}`);
      expect(unsigned).toEqual({ views: wanted.unsigned_views, amount: wanted.unsigned_revenue });
    }
  }
}

test('reports and the traffic screen include them, by every dimension', check);

test('the figures are the same after their events were removed', async () => {
  const job = createSealJob(server.events, server.ledger, () => TEST_NOW);
  await job.runNow();
  expect(await job.archiveNow(UNTIL)).toMatchObject({ blocked: null });
  expect((await server.ledger.current()).archive.endMs).toBe(Date.parse(UNTIL));
  await check();
  await job.close();
});
