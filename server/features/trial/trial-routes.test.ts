import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Explanation } from '#contract/explain.ts';
import type { ContractTrial, TrialResult } from '#contract/trial.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { createRandom } from '#event-store/testing/event-oracle.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { byLength } from '../../testing/test-length.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';

let server: TestApp;
let world: World;
let admin: { authorization: string };

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const NOTHING: ContractTrial = {
  from: day(TEST_NOW - 10 * DAY_MS),
  to: day(TEST_NOW),
  share_percent: null,
  share_cid: null,
  flight: null,
  price_model: null,
  price: null,
  price_change_percent: null,
  rules: null,
};

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', OWNER_SHARE: '0.3' } });
  world = await makeWorld(server);
  admin = await server.asRole('admin');
  const { a1, b1 } = world.outlets;
  const at = (minutes: number) => TEST_NOW - 2 * DAY_MS + minutes * MINUTE_MS;
  const one = { amountMicros: 10_000, ownerMicros: 3_000, fingerprint: 'a'.repeat(32) };
  await server.events.insert([
    storedEvent(world.alpha, a1, world.cola, at(0), one),
    storedEvent(world.alpha, a1, world.cola, at(1), one),
    storedEvent(world.alpha, a1, world.cola, at(2), {
      ...one,
      amountMicros: 0,
      ownerMicros: 0,
      invalid: 'visitor_pace',
      withheldMicros: 10_000,
      withheldOwnerMicros: 3_000,
    }),
    storedEvent(world.beta, b1, world.shoes, at(3), {
      amountMicros: 20_001,
      ownerMicros: 6_000,
      fingerprint: 'b'.repeat(32),
    }),
    storedEvent(world.beta, b1, world.shoes, at(4), { kind: 'click', amountMicros: 0, ownerMicros: 0 }),
    storedEvent(world.beta, b1, world.cola, TEST_NOW - 20 * DAY_MS - HOUR_MS, one),
  ]);
});
afterAll(() => server.close());

const send = (body: Partial<ContractTrial>, headers = admin) =>
  server.app.inject({ method: 'POST', url: '/api/admin/money/trial', headers, payload: { ...NOTHING, ...body } });

async function tried(body: Partial<ContractTrial>): Promise<TrialResult> {
  const response = await send(body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<TrialResult>();
}
const changes = ({ data }: TrialResult) => data.map(({ name, before, after }) => [name, before, after]);
const BEFORE = { advertisers: '40001', owners: '12000', network: '28001', views: 3 };

test('with the current contracts, the difference is exactly zero for every customer', async () => {
  const today = (await server.app.inject({ url: '/api/admin/traffic-rules', headers: admin })).json().rules;
  for (const same of [{}, { rules: today }, { price_change_percent: 0 }, { share_percent: 30 }]) {
    const result = await tried(same);
    expect(result.before).toEqual(BEFORE);
    expect(result.after).toEqual(BEFORE);
    expect(result.data).toEqual([]);
  }
});

test('the recorded totals open to parts that add up, in total and for each customer', async () => {
  const { data, before } = await tried({ share_percent: 50, price_change_percent: 10 });
  const days = `from=${NOTHING.from}&to=${NOTHING.to}`;
  const explained = async (query: string) => {
    const response = await server.app.inject({ url: `/api/explain?${days}&${query}`, headers: admin });
    const { parts, left_out: rest, total } = response.json<Explanation>();
    const sum = [...parts, ...(rest ? [rest] : [])].reduce((all, { amount }) => all + BigInt(amount), 0n);
    expect(sum, query).toBe(BigInt(total));
    return total;
  };
  expect({
    advertisers: await explained('figure=revenue'),
    owners: await explained('figure=owner_share'),
    network: await explained('figure=network_share'),
    views: Number(await explained('figure=views')),
  }).toEqual(before);
  expect(data).toHaveLength(4);
  for (const { id, kind, before: was } of data)
    expect(await explained(`figure=${kind === 'property' ? 'owner_share' : 'revenue'}&cid=${id}`)).toBe(was);
});

/**
 * Returns the explanation of a trial's totals. Checks that the parts add up, and that each part is its number of events
 * × the amount of one event.
 */
async function explainTried(body: Partial<ContractTrial>, query: string): Promise<Explanation> {
  const trial = encodeURIComponent(JSON.stringify({ ...NOTHING, ...body }));
  const response = await server.app.inject({ url: `/api/explain?trial=${trial}&${query}`, headers: admin });
  expect(response.statusCode, `${query} ${response.body}`).toBe(200);
  const told = response.json<Explanation>();
  const rests = [told.left_out, told.unchanged].filter((rest) => rest !== null && rest !== undefined);
  const all = [...told.parts, ...told.events, ...rests];
  const sum = (texts: readonly (string | undefined)[]) => texts.reduce((so, text) => so + BigInt(text ?? 0), 0n);
  expect(sum(all.map(({ amount }) => amount)), query).toBe(BigInt(told.total));
  for (const { amount, each, events } of told.parts)
    expect(each === null ? BigInt(events) : BigInt(each) * BigInt(events), query).toBe(BigInt(amount));
  for (const { amount, network, owner } of [...all, { ...told, amount: told.total }])
    if (owner !== undefined) expect(BigInt(owner) + BigInt(network ?? 0), query).toBe(BigInt(amount));
  return told;
}

test('the trial totals open to parts, in total, for each customer, for a flight and for a day', async () => {
  const strict = {
    visitor_seconds: 1,
    outlet_pace: false,
    data_centre: true,
    silent_minutes: null,
    backfill_hours: null,
  };
  const bodies: Partial<ContractTrial>[] = [
    { share_percent: 50, price_change_percent: 10 },
    { rules: { ...strict, visitor_seconds: null }, share_percent: 12.5 },
    {},
    { flight: 'SHOES-1', price_model: 'cpc', price: 0.5 },
    { rules: strict },
  ];
  for (const body of bodies.slice(0, byLength(2, 5))) {
    const { after, data } = await tried(body);
    const figures = {
      revenue: 'advertisers',
      owner_share: 'owners',
      network_share: 'network',
      views: 'views',
    } as const;
    for (const [figure, name] of Object.entries(figures))
      for (const by of byLength(
        [figure === 'revenue' ? 'day' : 'customer'],
        ['flight', 'advertiser', 'customer', 'day'],
      )) {
        const told = await explainTried(body, `figure=${figure}&by=${by}`);
        expect(told.total, `${JSON.stringify(body)} ${figure} ${by}`).toBe(String(after[name]));
      }
    for (const { id, kind, after: would } of data) {
      const figure = kind === 'property' ? 'owner_share' : 'revenue';
      expect((await explainTried(body, `figure=${figure}&cid=${id}`)).total).toBe(would);
    }
    // With the filters of the panel, the parts of a part add up to that part.
    const { parts } = await explainTried(body, 'by=flight');
    for (const code of [...new Set(parts.map(({ id }) => id))].slice(0, byLength(1, 9))) {
      const own = parts.filter(({ id }) => id === code).reduce((so, { amount }) => so + BigInt(amount), 0n);
      const filters = `filters=${encodeURIComponent(JSON.stringify({ flight: [code] }))}`;
      const days = await explainTried(body, `by=day&${filters}`);
      expect(BigInt(days.total), code).toBe(own);
      for (const day of [...new Set(days.parts.map(({ id }) => id))].slice(0, byLength(1, 9))) {
        const of = days.parts.filter(({ id }) => id === day).reduce((so, { amount }) => so + BigInt(amount), 0n);
        expect(BigInt((await explainTried(body, `from=${day}&to=${day}&${filters}`)).total), day).toBe(of);
      }
    }
  }
});

test('explains trials to administrators only, and rejects an invalid trial', async () => {
  const trial = encodeURIComponent(JSON.stringify(NOTHING));
  const status = async (query: string, headers = admin) =>
    (await server.app.inject({ url: `/api/explain?${query}`, headers })).statusCode;
  const others = [
    await server.asRole('property', world.alpha.id),
    await server.asRole('advertiser', world.volt.id),
    await server.asRole('full'),
  ];
  for (const headers of others) expect(await status(`trial=${trial}`, headers)).toBe(403);
  for (const wrong of [
    ...['trial=nonsense', `trial=${trial}&figure=energy`, `trial=${trial}&by=outlet`, `trial=${trial}&range=7d`],
    ...[`trial=${trial}&from=2026-11-10`, `trial=${trial}&filters=${encodeURIComponent('{"state":["NJ"]}')}`],
  ])
    expect(await status(wrong), wrong).toBe(400);
});

test('the network gives another share to owners, to all or to one', async () => {
  const all = await tried({ share_percent: 50 });
  expect(all.after).toEqual({ ...BEFORE, owners: '20000', network: '20001' });
  expect(changes(all)).toEqual([
    ['Alpha Hotels', '6000', '10000'],
    ['Beta Cafés', '6000', '10000'],
  ]);
  const one = await tried({ share_percent: 0, share_cid: 'beta cafés' });
  expect(changes(one)).toEqual([['Beta Cafés', '6000', '0']]);
});

test('an advertiser pays another price, and owners earn their share of it', async () => {
  const result = await tried({ flight: 'SHOES-1', price_model: 'cpc', price: 0.5 });
  expect(result.after).toEqual({ advertisers: '520000', owners: '156000', network: '364000', views: 3 });
  expect(changes(result)).toEqual([
    ['Zap Shoes', '20001', '500000'],
    ['Beta Cafés', '6000', '150000'],
  ]);
  const cheaper = await tried({ price_change_percent: -50 });
  expect(cheaper.after).toEqual({ advertisers: '20000', owners: '6000', network: '14000', views: 3 });
});

test('other traffic rules judge the views again, including withheld amounts', async () => {
  const loose = {
    visitor_seconds: null,
    outlet_pace: false,
    data_centre: true,
    silent_minutes: null,
    backfill_hours: null,
  };
  const result = await tried({ rules: loose });
  expect(result.after).toEqual({ advertisers: '50001', owners: '15000', network: '35001', views: 4 });
  // Each visitor may see one ad of ten seconds per hour.
  await server.accounts.updateTable('creatives').set({ duration_seconds: 10 }).execute();
  const strict = await tried({ rules: { ...loose, visitor_seconds: 10 } });
  expect(strict.after.views).toBe(2);
  expect(changes(strict)).toEqual([
    ['Volt Cola', '20000', '10000'],
    ['Alpha Hotels', '6000', '3000'],
  ]);
});

test('for any events and contracts, the current contracts give exactly the recorded amounts', async () => {
  const random = createRandom(58);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const start = TEST_NOW - 60 * DAY_MS;
  const made = Array.from({ length: byLength(200, 5_000) }, () => {
    const [owner, outlet] = random() < 0.5 ? (['alpha', 'a1'] as const) : (['beta', 'b1'] as const);
    const amount = upTo(90_000);
    const part = upTo(amount);
    const isInvalid = random() < 0.2;
    return storedEvent(
      world[owner],
      world.outlets[outlet],
      random() < 0.5 ? world.cola : world.shoes,
      start + upTo(20 * DAY_MS),
      {
        kind: (['view', 'view', 'click', 'burn'] as const)[upTo(3)] ?? 'view',
        fingerprint: String(upTo(9)).repeat(32),
        ...(isInvalid
          ? {
              amountMicros: 0,
              ownerMicros: 0,
              invalid: 'visitor_pace',
              withheldMicros: amount,
              withheldOwnerMicros: part,
            }
          : { amountMicros: amount, ownerMicros: part }),
      },
    );
  });
  await server.events.insert(made);
  const today = (await server.app.inject({ url: '/api/admin/traffic-rules', headers: admin })).json().rules;
  for (let round = 0; round < byLength(8, 30); round++) {
    const first = upTo(15);
    const [from, to] = [day(start + first * DAY_MS), day(start + (first + upTo(5)) * DAY_MS)];
    const within = made.filter(({ timestampMs }) => day(timestampMs) >= from && day(timestampMs) <= to);
    const sum = (of: 'amountMicros' | 'ownerMicros') => within.reduce((all, event) => all + event[of], 0);
    const same = [{}, { rules: today }, { price_change_percent: 0 }][round % 3];
    const result = await tried({ from, to, ...same });
    const [advertisers, owners] = [sum('amountMicros'), sum('ownerMicros')];
    const expected = { advertisers: `${advertisers}`, owners: `${owners}`, network: `${advertisers - owners}` };
    expect(result.before, `${from} ${to}`).toMatchObject(expected);
    expect(result.after).toEqual(result.before);
    expect(result.data).toEqual([]);
  }
});

/** Returns all pages of single events, newest first. */
async function singlesOf(body: Partial<ContractTrial>, query: string) {
  const pages: Explanation[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page = await explainTried(body, `by=event&${query}${after}`);
    pages.push(page);
    cursor = page.next_cursor;
  } while (cursor !== null);
  const events = pages.flatMap((page) => page.events);
  const same = pages[0]?.unchanged;
  // Unchanged events are one sum, and no page contains them.
  for (const page of pages) expect(page.unchanged).toEqual(same);
  expect(events.filter(({ amount, before }) => amount === before)).toEqual([]);
  const sum = (of: (event: (typeof events)[number]) => string | undefined) =>
    String(events.reduce((all, event) => all + BigInt(of(event) ?? 0), BigInt(same?.amount ?? 0)));
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  const times = events.map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted().reverse());
  return {
    pages,
    events,
    total: pages[0]?.total,
    after: sum(({ amount }) => amount),
    before: sum((one) => one.before),
  };
}

test('the trial totals open to single events, in pages, each with its amount', async () => {
  const span = { from: day(TEST_NOW - 60 * DAY_MS), to: day(TEST_NOW - 40 * DAY_MS) };
  const loose = {
    visitor_seconds: 2,
    outlet_pace: false,
    data_centre: true,
    silent_minutes: null,
    backfill_hours: null,
  };
  const bodies = [
    { ...span, share_percent: 50, price_change_percent: 10 },
    { ...span, rules: loose, share_percent: 20 },
  ];
  const of = { revenue: 'advertisers', owner_share: 'owners', network_share: 'network', views: 'views' } as const;
  for (const body of bodies) {
    const { before, after, data } = await tried(body);
    for (const [figure, name] of Object.entries(of).slice(0, byLength(1, 4))) {
      const told = await singlesOf(body, `figure=${figure}`);
      const said = [told.total, told.after, told.before];
      expect(said, figure).toEqual([String(after[name]), String(after[name]), String(before[name])]);
      expect(told.pages.length).toBe(Math.max(1, Math.ceil(told.events.length / 100)));
      expect(told.pages.at(0)?.left_out?.parts ?? 0).toBe(Math.max(0, told.events.length - 100));
      if (body === bodies[0] && figure === 'revenue') expect(told.pages.length).toBeGreaterThan(1);
    }
    const [{ id, kind, before: was, after: would } = { id: '', kind: '', before: '', after: '' }] = data;
    const own = await singlesOf(body, `cid=${id}&figure=${kind === 'property' ? 'owner_share' : 'revenue'}`);
    expect([own.before, own.after]).toEqual([was, would]);
    const days = { from: day(TEST_NOW - 55 * DAY_MS), to: day(TEST_NOW - 52 * DAY_MS) };
    const filters = `filters=${encodeURIComponent(JSON.stringify({ flight: ['COLA-1'] }))}`;
    const narrow = await singlesOf(body, `from=${days.from}&to=${days.to}&${filters}`);
    expect(narrow.after).toBe((await explainTried(body, `from=${days.from}&to=${days.to}&${filters}`)).total);
    for (const { flight, timestamp } of narrow.events) {
      expect(flight).toBe('COLA-1');
      expect(timestamp.slice(0, 10) >= days.from && timestamp.slice(0, 10) <= days.to).toBe(true);
    }
    expect(JSON.stringify(narrow.pages)).not.toMatch(/fingerprint|"ip"/);
  }
});

test('later pages of single events do not replay the trial, and belong to that trial only', async () => {
  const span = { from: day(TEST_NOW - 60 * DAY_MS), to: day(TEST_NOW - 40 * DAY_MS) };
  const stream = vi.spyOn(server.events, 'stream');
  onTestFinished(() => stream.mockRestore());
  const replays = async (body: Partial<ContractTrial>, query: string) => {
    const before = stream.mock.calls.length;
    const page = await explainTried({ ...span, ...body }, `by=event&${query}`);
    return { page, hasReplayed: stream.mock.calls.length > before };
  };
  const body = { share_percent: 50, price_change_percent: 10 };
  const first = await replays(body, 'figure=revenue');
  expect(first.hasReplayed).toBe(true);
  const next = `figure=revenue&cursor=${first.page.next_cursor}`;
  const second = await replays(body, next);
  expect(second.hasReplayed).toBe(false);
  expect([second.page.total, second.page.unchanged]).toEqual([first.page.total, first.page.unchanged]);
  // Another trial or another figure causes a replay.
  expect((await replays({ ...body, price_change_percent: 20 }, next)).hasReplayed).toBe(true);
  expect((await replays(body, `figure=owner_share&cursor=${first.page.next_cursor}`)).hasReplayed).toBe(true);
  expect((await replays(body, 'figure=revenue')).hasReplayed).toBe(true);
});

test('writes nothing, and rejects an invalid trial with a message', async () => {
  const before = await server.accounts.selectFrom('audit_log').selectAll().execute();
  await tried({ share_percent: 100 });
  expect(await server.accounts.selectFrom('audit_log').selectAll().execute()).toEqual(before);
  for (const [wrong, status] of [
    [{ from: '2026-02-30' }, 400],
    [{ from: '2026-01-01' }, 400],
    [{ flight: 'SHOES-1' }, 400],
    [{ share_percent: 120 }, 400],
    [{ share_percent: 10, share_cid: world.volt.id }, 400],
    [{ share_percent: 10, share_cid: 'Nobody' }, 404],
    [{ flight: 'NOPE', price_model: 'cpm', price: 1 }, 404],
    [{ flight: 'SHOES-1', price_model: 'cpm', price: 0.0123 }, 400],
    [{ flight: 'SHOES-1', price_model: 'cpc', price: 0.0000004 }, 400],
  ] as const)
    expect((await send(wrong)).statusCode, JSON.stringify(wrong)).toBe(status);
  expect((await send({}, await server.asRole('property', world.alpha.id))).statusCode).toBe(403);
});
