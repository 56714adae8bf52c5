import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '#contract/reports.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';

type Actor = 'admin' | 'alpha' | 'volt';
let server: TestApp;
let world: World;
let headers: Record<Actor, { authorization: string }>;

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', ENERGY_COST_PER_KWH: '0.5' } });
  world = await makeWorld(server);
  headers = {
    admin: await server.asRole('admin'),
    alpha: await server.asRole('property', world.alpha.id),
    volt: await server.asRole('advertiser', world.volt.id),
  };
  const { a1, a2, b1 } = world.outlets;
  const one = { fingerprint: '1'.repeat(32) };
  const two = { fingerprint: '2'.repeat(32) };
  await server.events.insert([
    storedEvent(world.alpha, a1, world.cola, TEST_NOW - HOUR_MS, one),
    storedEvent(world.alpha, a1, world.cola, TEST_NOW - DAY_MS, one),
    storedEvent(world.alpha, a2, world.shoes, TEST_NOW - DAY_MS, two),
    storedEvent(world.alpha, a2, world.shoes, TEST_NOW - DAY_MS, { ...two, kind: 'click', energyMilliWh: 0 }),
    storedEvent(world.beta, b1, world.cola, TEST_NOW - 7 * DAY_MS, two),
    storedEvent(world.beta, b1, null, TEST_NOW - 7 * DAY_MS, { fingerprint: '0'.repeat(32) }),
    storedEvent(world.beta, b1, world.cola, TEST_NOW - 8 * DAY_MS, {
      invalid: 'repeated',
      amountMicros: 0,
      ownerMicros: 0,
      energyMilliWh: 0,
    }),
  ]);
});
afterAll(() => server.close());

const send = (actor: Actor, query: string) =>
  server.app.inject({ url: `/api/reports?${query}`, headers: headers[actor] });

async function read(actor: Actor, query: string): Promise<Report> {
  const response = await send(actor, query);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Report>();
}
const rowsOf = ({ data }: Report) => data.map(({ of, values }) => [...of.map(({ label }) => label), values]);

test('returns each metric of the administrator, in total and by a dimension', async () => {
  const metrics = 'metrics=views,clicks,gross_views,invalid_views,click_rate,visitors,views_per_visitor,revenue';
  const report = await read('admin', `${metrics}&dimensions=customer`);
  expect(report.total).toEqual({
    views: 5,
    clicks: 1,
    gross_views: 6,
    invalid_views: 1,
    click_rate: 0.2,
    visitors: 2,
    views_per_visitor: 2.5,
    revenue: 0.060006,
  });
  expect(rowsOf(report)).toEqual([
    [
      'Alpha Hotels',
      {
        views: 3,
        clicks: 1,
        gross_views: 3,
        invalid_views: 0,
        click_rate: 1 / 3,
        visitors: 2,
        views_per_visitor: 1.5,
        revenue: 0.040004,
      },
    ],
    [
      'Beta Cafés',
      {
        views: 2,
        clicks: 0,
        gross_views: 3,
        invalid_views: 1,
        click_rate: 0,
        visitors: 1,
        views_per_visitor: 2,
        revenue: 0.020002,
      },
    ],
  ]);
  const energy = await read('admin', 'metrics=revenue,energy_kwh,energy_cost,left_after_energy');
  expect(energy.total).toEqual({
    revenue: 0.060006,
    energy_kwh: 0.125,
    energy_cost: 0.0625,
    left_after_energy: -0.002494,
  });
  expect(energy.notes).toEqual(['Energy is partly estimated, for views at outlets without a meter.']);
});

test('an owner sees its share and no campaign, and an advertiser its spend and no energy', async () => {
  const own = await read('alpha', 'dimensions=advertiser&metrics=revenue');
  expect(rowsOf(own)).toEqual([
    ['Volt Cola', { revenue: 0.006 }],
    ['Zap Shoes', { revenue: 0.006 }],
  ]);
  const spent = await read('volt', 'dimensions=campaign,flight');
  expect(Object.keys(spent.total)).not.toContain('energy_kwh');
  expect(spent.data).toHaveLength(1);
  expect(spent.total).toMatchObject({ views: 3, invalid_views: 1, revenue: 0.030003 });
  const asVolt = await read('admin', `cid=${world.volt.id}&dimensions=campaign,flight`);
  expect([asVolt.total, asVolt.data]).toEqual([spent.total, spent.data]);
});

test.each([
  ['alpha', 'dimensions=campaign', 403, "You don’t have access to the dimension 'campaign'."],
  ['alpha', 'dimensions=flight', 403, "You don’t have access to the dimension 'flight'."],
  ['alpha', 'filters={"campaign":["x"]}', 403, "You don’t have access to the filter 'campaign'."],
  ['admin', 'dimensions=area', 400, "Unknown dimension 'area'."],
  ['admin', 'filters={"area":["1,2,3"]}', 400, 'Enter an area as west,south,east,north in degrees, such as'],
  ['admin', 'filters={"area":["0,5,1,4"]}', 400, 'south is below north.'],
  ['volt', 'metrics=energy_cost', 403, "You don’t have access to the metric 'energy_cost'."],
  ['admin', 'dimensions=day,venue,outlet,state', 400, 'A report can have at most 3 dimensions.'],
  ['admin', 'dimensions=day,day', 400, "The dimension 'day' is listed twice. Remove one."],
  ['admin', 'metrics=luck', 400, "Unknown metric 'luck'. Use one of views, clicks, burns,"],
  ['volt', 'metrics=uptime', 403, "You don’t have access to the metric 'uptime'."],
  ['admin', 'metrics=uptime&dimensions=day,flight', 400, "Omit 'flight', or the metric 'uptime'."],
  ['alpha', 'metrics=uptime&filters={"advertiser":["x"]}', 400, "Omit 'advertiser', or the metric 'uptime'."],
  ['admin', 'metrics=uptime&known_on=2026-11-01', 400, 'Uptime is only available as currently known. Omit known_on'],
  ['admin', 'filters=[]', 400, 'filters must be a JSON object with lists of strings, such as {"state":["NJ","NY"]}.'],
  ['admin', 'filters={"day":["2026-11-01"]}', 400, "You can’t filter by 'day'. Use the range instead."],
  ['admin', 'dimensions=day&sort=-clicks&metrics=views', 400, 'Sort by one of day, views.'],
  ['admin', 'compare=previous', 400, 'To compare, specify a range of days with range, or from and to.'],
  ['admin', 'dimensions=hour&from=2024-01-01&to=2026-01-01', 400, 'The range is too long for a report by hour'],
  ['admin', 'dimensions=day&from=2010-01-01&to=2026-01-01', 400, 'The range is too long for a report by time'],
  ['admin', 'dimensions=venue&cursor=bm9uc2Vuc2U', 400, 'This page link has expired. Start again from the first page.'],
] as const)('%s gets for %s a message that says what to change', async (actor, query, status, message) => {
  const response = await send(actor, query);
  expect([response.statusCode, response.json().error.message]).toEqual([status, expect.stringContaining(message)]);
});

test('filters narrow rows and total, and a filter outside the scope finds nothing', async () => {
  const filters = (value: object) => `filters=${encodeURIComponent(JSON.stringify(value))}`;
  const views = async (actor: Actor, value: object) =>
    (await read(actor, `metrics=views&${filters(value)}`)).total.views;
  expect(await views('admin', { customer: [world.beta.id] })).toBe(2);
  expect(await views('admin', { advertiser: [world.volt.id], outlet: [world.outlets.a1.eui] })).toBe(2);
  expect(await views('admin', { advertiser: [''] })).toBe(1);
  expect(await views('admin', { flight: ['SHOES-1', 'NONE'] })).toBe(1);
  expect(await views('admin', { outlet: ['nothing'] })).toBe(0);
  expect(await views('alpha', { customer: [world.beta.id] })).toBe(0);
  expect(await views('alpha', { outlet: [world.outlets.b1.eui] })).toBe(0);
  const reasons = await read('admin', `metrics=invalid_views&dimensions=reason&${filters({ reason: ['repeated'] })}`);
  expect(rowsOf(reasons)).toEqual([['repeated', { invalid_views: 1 }]]);
});

test('compares a period with the previous one by day, also if only one of them has events', async () => {
  // An event from exactly a week ago is in the comparison only after this minute.
  server.clock.ms = TEST_NOW + MINUTE_MS;
  const report = await read(
    'admin',
    'from=2026-11-20&to=2026-11-21&compare=same_weekdays&dimensions=day&metrics=views',
  );
  server.clock.ms = TEST_NOW;
  expect(report.compared_period).toEqual({ from: '2026-11-13', to: '2026-11-14', until: '12:01' });
  expect(report.data.map(({ of, values, compared }) => [of[0]?.id, values.views, compared?.views])).toEqual([
    ['2026-11-20', 2, 0],
    ['2026-11-21', 1, 2],
  ]);
  expect([report.total, report.compared_total]).toEqual([{ views: 3 }, { views: 2 }]);
  expect(report.notes).toEqual([
    'The period isn’t over yet. It is compared with the other period up to the same time of day, 12:01.',
  ]);
  const byOwner = await read('admin', 'range=yesterday&compare=year_before&dimensions=customer&metrics=views');
  expect(byOwner.data.map(({ values, compared }) => [values.views, compared?.views])).toEqual([[2, 0]]);
});

test('pages have no gaps in any order', async () => {
  for (const sort of ['outlet', '-outlet', 'views', '-click_rate']) {
    const found: string[] = [];
    let query = `dimensions=outlet&limit=1&sort=${sort}`;
    for (;;) {
      const page = await read('admin', query);
      found.push(...page.data.map(({ of }) => of[0]?.id ?? ''));
      expect(page.rows).toBe(3);
      if (page.next_cursor === null) break;
      query = `dimensions=outlet&limit=1&sort=${sort}&cursor=${page.next_cursor}`;
    }
    expect([sort, found.toSorted()]).toEqual([sort, ['aaaaaaaaaaaaaaa1', 'aaaaaaaaaaaaaaa2', 'bbbbbbbbbbbbbbb1']]);
  }
});

test('a file has every row and the same figures', async () => {
  const query = 'dimensions=venue,day&metrics=views,revenue&range=30d&sort=day';
  const report = await read('admin', query);
  const file = await send('admin', `${query}&limit=1&format=csv`);
  expect(file.headers['content-disposition']).toBe('attachment; filename="voltboard-report.csv"');
  const [head, ...lines] = file.body.replace('\ufeff', '').trimEnd().split('\r\n');
  expect(head).toBe('venue,venue_id,day,views,revenue');
  expect(lines).toHaveLength(report.rows);
  expect(lines).toEqual(
    report.data.map(({ of, values }) =>
      [of[0]?.label, of[0]?.id, of[1]?.label, values.views, values.revenue].join(','),
    ),
  );
});

test('known_on includes only what had arrived by then, for every side and dimension', async () => {
  const then = server.clock.ms;
  // The events store stamps arrivals by the machine's clock.
  server.clock.ms = Date.now() + HOUR_MS;
  const before = headers;
  try {
    // By the machine's clock, sessions from the test's time have expired.
    headers = {
      admin: await server.asRole('admin'),
      alpha: await server.asRole('property', world.alpha.id),
      volt: await server.asRole('advertiser', world.volt.id),
    };
    const later = `known_on=${new Date(Date.now() + MINUTE_MS).toISOString()}`;
    for (const actor of ['admin', 'alpha', 'volt'] as const)
      for (const dimensions of ['', '&dimensions=outlet', '&dimensions=advertiser'].slice(
        0,
        actor === 'admin' ? 3 : 2,
      )) {
        const asked = `metrics=views,clicks,revenue,visitors${dimensions}`;
        const known = await read(actor, `${asked}&${later}`);
        expect(known.total, actor).toEqual((await read(actor, asked)).total);
        expect((await read(actor, `${asked}&known_on=2020-01-01`)).total).toMatchObject({ views: 0, visitors: 0 });
      }
    expect((await send('admin', 'known_on=2999-01-01')).statusCode).toBe(400);
    expect((await send('admin', 'known_on=once')).statusCode).toBe(400);
  } finally {
    server.clock.ms = then;
    headers = before;
  }
});

test('invalid events that are older than all valid ones have their own day for every reader', async () => {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  for (const actor of ['admin', 'volt'] as const) {
    const report = await read(actor, 'metrics=gross_views,invalid_views&dimensions=day');
    const [first, next] = report.data.map(({ of: [day], values }) => [day?.id, values]);
    expect(first, actor).toEqual([dayOf(TEST_NOW - 8 * DAY_MS), { gross_views: 1, invalid_views: 1 }]);
    expect(next?.[0], actor).toBe(dayOf(TEST_NOW - 7 * DAY_MS));
  }
  const { data } = await read('alpha', 'metrics=gross_views&dimensions=day');
  expect(data[0]?.of[0]?.id).toBe(dayOf(TEST_NOW - DAY_MS));
});
