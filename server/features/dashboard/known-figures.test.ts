import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DailyFigures } from '#contract/daily.ts';
import type { CustomerList, DevicePage, Summary, ViewPage } from '#contract/list.ts';
import { isoDateOf } from '#domain/calendar-date.ts';
import { DAY_MS } from '#domain/durations.ts';
import { changeOf } from '../../live/live-changes.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { eventually } from '../../testing/eventually.ts';
import { readPdf } from '../statements/testing/read-pdf.ts';
import { makeWorld, storedEvent, type World } from './testing/make-world.ts';

type Actor = 'admin' | 'alpha' | 'volt';

/** The stores use the machine's clock. */
const NOW = Date.now();
const TODAY = isoDateOf(NOW);
let server: TestApp;
let world: World;
let headers: Record<Actor, { authorization: string }>;
/** The time after the first events arrived and before the late events. */
let then: string;
let before: Record<Actor, Awaited<ReturnType<typeof told>>>;

const ACTORS = ['admin', 'alpha', 'volt'] as const;
const days = `from=${isoDateOf(NOW - DAY_MS)}&to=${TODAY}&tz=UTC`;

async function get<Answer>(actor: Actor, url: string): Promise<Answer> {
  const response = await server.app.inject({ url: `/api${url}`, headers: headers[actor] });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Answer>();
}

const totals = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => name.startsWith('total_')));

/** Returns the dashboard's responses for the range. */
async function told(actor: Actor, known = '') {
  const query = `${days}${known}`;
  const cid = actor === 'alpha' ? '' : `&cid=${world.alpha.id}`;
  const summary = await get<Summary>(actor, `/list/summary?${query}`);
  const list = await get<CustomerList>(actor, `/list?${query}`);
  const ordered = await get<CustomerList>(actor, `/list?${query}&sort=-total_views&limit=10&embed=none`);
  const devices = await get<DevicePage>(actor, `/list/devices?${query}${cid}&limit=100`);
  const views = await get<ViewPage>(actor, `/list/devices/${world.outlets.a1.eui}/views?${query}${cid}`);
  const daily = await get<DailyFigures>(actor, `/list/daily?${query}${cid}`);
  return {
    summary: totals(summary),
    cards: list.data.map((card) => [card.customer, totals(card), card.devices.map((one) => [totals(one), one.views])]),
    order: ordered.data.map((card) => [card.customer, totals(card)]),
    devices: devices.data.map((device) => [device.eui, totals(device)]),
    views: [views.views_total, views.data],
    days: daily.data,
  };
}

const event = (kind: 'view' | 'click', amountMicros: number, over: object = {}) =>
  storedEvent(world.alpha, world.outlets.a1, world.cola, NOW - 1_000 - amountMicros, {
    kind,
    amountMicros,
    ownerMicros: Math.floor(amountMicros / 3),
    ...over,
  });

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  server.clock.ms = NOW;
  world = await makeWorld(server);
  headers = {
    admin: await server.asRole('admin'),
    alpha: await server.asRole('property', world.alpha.id),
    volt: await server.asRole('advertiser', world.volt.id),
  };
  await server.events.insert([event('view', 31), event('view', 17), event('click', 7)]);
  before = { admin: await told('admin'), alpha: await told('alpha'), volt: await told('volt') };
  const second = Math.floor(Date.now() / 1_000) + 1;
  await eventually(() => expect(Date.now()).toBeGreaterThan(second * 1_000));
  then = new Date(second * 1_000).toISOString();
  server.clock.ms = second * 1_000 + 1_000;
  const other = storedEvent(world.beta, world.outlets.b1, world.cola, NOW - 2_000, { amountMicros: 5 });
  const late = [event('view', 11), event('click', 3), other];
  await server.events.insert(late);
  server.dependencies.live.announce(changeOf(late));
});
afterAll(() => server.close());

test('all figures of every role include only events that had arrived by then', async () => {
  for (const actor of ACTORS) {
    const known = await told(actor, `&known_on=${then}`);
    // An advertiser's cards omit customers that had no events yet. Other actors see what is in scope now.
    expect(known.summary, actor).toEqual(before[actor].summary);
    expect(known.views, actor).toEqual(before[actor].views);
    expect(known.days, actor).toEqual(before[actor].days);
    const ofAlpha = ({ cards, order }: typeof known) =>
      [cards, order].map((rows) => rows.filter(([name]) => name === 'Alpha Hotels'));
    expect(ofAlpha(known)[0], actor).toHaveLength(1);
    expect(ofAlpha(known), actor).toEqual(ofAlpha(before[actor]));
    expect(known.devices, actor).toEqual(before[actor].devices);
    expect((await told(actor)).summary, actor).not.toEqual(known.summary);
  }
});

/** Returns the text of the printed statement, or the status if the ticket is rejected. */
async function printed(actor: Actor, terms: object): Promise<string> {
  const role = { admin: '', alpha: 'property', volt: 'advertiser' }[actor];
  const asked = { method: 'POST', url: '/api/list/print-ticket', headers: headers[actor] } as const;
  const ticket = await server.app.inject({ ...asked, payload: { cid: world.alpha.id, role, ...terms } });
  if (ticket.statusCode !== 200) return `${ticket.statusCode}`;
  const pdf = await server.app.inject({ url: ticket.json<{ url: string }>().url });
  expect(pdf.statusCode, pdf.body.slice(0, 500)).toBe(200);
  return readPdf(pdf.rawPayload);
}

test('prints the figures of the list, and the statement names the time', async () => {
  const terms = { from: isoDateOf(NOW - DAY_MS), to: TODAY };
  for (const actor of ACTORS) {
    const known = await printed(actor, { ...terms, known_on: then });
    const card = before[actor].cards.find(([name]) => name === 'Alpha Hotels')?.[1] as Record<string, number>;
    expect([card.total_views, card.total_clicks, card.total_burns], actor).toEqual([2, 1, 0]);
    expect(known, actor).toMatch(/ Total 2 1 0 /);
    expect(known, actor).toContain('As known on ');
    expect(known, actor).toContain('events that arrived later are not included');
    const now = await printed(actor, terms);
    expect(now, actor).toMatch(/ Total 3 2 0 /);
    expect(now, actor).not.toContain('As known on ');
  }
  expect(await printed('alpha', { ...terms, known_on: '2020-01-01' })).toMatch(/ Total 0 0 0 /);
  for (const wrong of [{ known_on: then }, { ...terms, known_on: '2999-01-01' }, { ...terms, known_on: 'then' }])
    expect(await printed('alpha', wrong), JSON.stringify(wrong)).toBe('400');
  // A ticket is valid only for its request.
  const asked = { method: 'POST', url: '/api/list/print-ticket', headers: headers.alpha } as const;
  const payload = { cid: world.alpha.id, role: 'property', ...terms, known_on: then };
  const { url } = (await server.app.inject({ ...asked, payload })).json<{ url: string }>();
  const other = url.replace(encodeURIComponent(then), '2020-01-01');
  expect([other === url, (await server.app.inject({ url: other })).statusCode]).toEqual([false, 401]);
});

test('equals the documents of that day, and is empty before the first arrival', async () => {
  const month = TODAY.slice(0, 7);
  for (const [actor, id] of [
    ['alpha', `statement-${month}-${world.alpha.id}`],
    ['volt', `invoice-${month}-${world.volt.id}`],
  ] as const) {
    const { document } = await get<{ document: { total: number } }>(actor, `/documents/${id}?known_on=${then}`);
    const { summary } = before[actor];
    expect(summary.total_revenue, actor).toBeCloseTo(document.total, 9);
    const none = await get<Summary>(actor, `/list/summary?${days}&known_on=2020-01-01`);
    expect(none.total_views).toBe(0);
  }
  const refused = await server.app.inject({ url: `/api/list/daily?known_on=2020-01-01`, headers: headers.alpha });
  expect(refused.statusCode).toBe(400);
});
