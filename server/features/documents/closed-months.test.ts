// Played by `npm run test:full` alone.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentLine } from '#contract/documents.ts';
import type { Explanation } from '#contract/explain.ts';
import type { IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import type { Objection } from '#contract/objections.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { createRandom } from '#event-store/testing/event-oracle.ts';
import { createBilling } from '../../billing/create-billing.ts';
import { createNetworkMemory } from '../../network/snapshot/network-memory.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import {
  makeCampaign,
  makeCustomer,
  makeFlight,
  makeKey,
  makeOutlet,
  makeUser,
  makeVenue,
} from '../../testing/makers.ts';
import { turnPatternsOff } from '../../testing/patterns-off.ts';
import { byLength } from '../../testing/test-length.ts';

/* Checks three closed months against an independent model, which computes each amount itself. */

const ZONE = 'America/New_York';
/**
 * Returns a future month, so that the arrival times that the store stamps are before its end, on any day the test runs.
 */
const monthAt = (ahead: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + ahead, 15)).toISOString().slice(0, 7);
};
const [FIRST, SECOND, THIRD] = [monthAt(0), monthAt(1), monthAt(2)] as [string, string, string];
const dayOf = (month: string, day: number, hour = 15): number =>
  Date.parse(`${month}-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`);
const zoned = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, year: 'numeric', month: '2-digit' });
const monthOf = (ms: number): string => zoned.format(ms).slice(0, 7);

type Kind = 'view' | 'click' | 'burn';
type Told = { readonly eui: string; readonly flight: string; readonly kind: Kind; readonly ms: number };
type Entered = Told & { readonly closing: string };

let server: TestApp;
let places: Awaited<ReturnType<typeof lay>>;
const book: Entered[] = [];
const random = createRandom(15);
const upTo = (most: number): number => Math.floor(random() * (most + 1));
const oneOf = <Item>(items: readonly Item[]): Item => items[upTo(items.length - 1)] as Item;

const TURN = { price: dayOf(FIRST, 20), share: dayOf(SECOND, 12) };
/** The price of each kind of event by flight, in micro-dollars, before and after the price change. */
const PRICES: Readonly<Record<string, Partial<Record<Kind, readonly [number, number]>>>> = {
  FLAT: { view: [1_003, 2_017] },
  MILLE: { view: [12_501, 12_501] },
  CLICKS: { click: [333_333, 333_333] },
};
const SHARES: Readonly<Record<string, readonly [number, number]>> = { pier: [0.3, 0.3], dock: [0.3, 0.455] };
const OUTLETS = { '00000000000000a1': 'pier', '00000000000000a2': 'pier', '00000000000000b1': 'dock' } as const;
const EUIS = Object.keys(OUTLETS) as (keyof typeof OUTLETS)[];
/** Duration of the ad of the flight FLAT. One hour of such ads is the limit per visitor and hour. */
const FLAT_SECONDS = 60;
const FLIGHTS = { FLAT: 'sparkle', MILLE: 'sparkle', CLICKS: 'bright' } as const;

async function lay() {
  const { accounts } = server;
  const pier = await makeCustomer(accounts, { name: 'Pier House' });
  const dock = await makeCustomer(accounts, { name: 'Dock Inn' });
  const sparkle = await makeCustomer(accounts, { kind: 'advertiser', name: 'Sparkle' });
  const bright = await makeCustomer(accounts, { kind: 'advertiser', name: 'Bright' });
  const customers = { pier, dock, sparkle, bright };
  const keys = new Map<string, string>();
  const numbers = new Map<string, number>();
  for (const eui of EUIS) {
    const customerId = customers[OUTLETS[eui]].id;
    const venue = await makeVenue(accounts, { customerId, timeZone: ZONE });
    const outlet = await makeOutlet(accounts, { customerId, venueId: venue.id, eui });
    keys.set(eui, (await makeKey(accounts, { outletId: outlet.id })).key);
    numbers.set(eui, outlet.key);
  }
  const terms = [
    ['FLAT', { model: 'flat', priceMicros: 1_003, seconds: FLAT_SECONDS }],
    ['MILLE', { model: 'cpm', priceMicros: 12_501_000 }],
    ['CLICKS', { model: 'cpc', priceMicros: 333_333 }],
  ] as const;
  for (const [code, price] of terms) {
    const campaign = await makeCampaign(accounts, { customerId: customers[FLIGHTS[code]].id });
    const flight = await makeFlight(accounts, { campaignId: campaign.id, code, ...price });
    numbers.set(code, flight.key);
    const later = { id: randomUUID(), flight_id: flight.id, model: 'flat' as const, valid_from: TURN.price };
    if (code === 'FLAT')
      await accounts
        .insertInto('flight_prices')
        .values({ ...later, price_micros: 2_017 })
        .execute();
  }
  const share = { id: randomUUID(), customer_id: dock.id, share_ppm: 455_000, valid_from: TURN.share };
  await accounts.insertInto('owner_shares').values(share).execute();
  return { customers, keys, numbers };
}

/**
 * Sends events. Records the counted events under the month whose documents must contain them. Returns the number of
 * events that do not count.
 */
async function tell(events: readonly (OutletEvent & { readonly ms: number })[], closing: string): Promise<number> {
  let judged = 0;
  for (const [eui, key] of places.keys) {
    const own = events.filter((event) => event.eui === eui);
    if (own.length === 0) continue;
    const sent = await server.app.inject({
      method: 'POST',
      url: '/api/ingest/events',
      headers: { authorization: `Bearer ${key}` },
      payload: own.map(({ ms: _, ...event }) => event),
    });
    expect(sent.statusCode, sent.body).toBe(200);
    const { accepted, results = [] } = sent.json<IngestAnswer>();
    expect(accepted, sent.body.slice(0, 500)).toBe(own.length);
    const nothing = new Set(results.filter(({ counted }) => counted === false).map(({ index }) => index));
    judged += nothing.size;
    for (const [at, { flight = '', ms, type }] of own.entries())
      if (!nothing.has(at)) book.push({ eui, flight, kind: type as Kind, ms, closing });
  }
  return judged;
}

/** Creates views from many visitors, some with a click or a burn, spread over some days. */
function happenings(month: string, fromDay: number, toDay: number, count: number) {
  return Array.from({ length: count }, (_, at) => {
    const ms = dayOf(month, fromDay, 0) + Math.floor(((at + random()) / count) * (toDay - fromDay + 1) * DAY_MS);
    const seen = { id: randomUUID(), eui: oneOf(EUIS), flight: oneOf(Object.keys(FLIGHTS)), ms };
    const event = (type: Kind, later: number, more: object = {}) => ({
      ...seen,
      id: type === 'view' ? seen.id : randomUUID(),
      type,
      ms: ms + later,
      ...more,
      timestamp: new Date(ms + later).toISOString(),
    });
    const fingerprint = randomUUID().replaceAll('-', '');
    const follow = upTo(3);
    return [
      event('view', 0, { fingerprint }),
      ...(follow === 1 ? [event('click', 2_000, { view_id: seen.id })] : []),
      ...(follow === 2 ? [event('burn', FLAT_SECONDS * SECOND_MS, { view_id: seen.id })] : []),
    ];
  }).flat();
}

/** Returns the share of an amount in micro-dollars, rounded half to even. The share has millionths. */
function part(amount: number, share: number): number {
  const [exact, one] = [BigInt(amount) * BigInt(Math.round(share * 1_000_000)), 1_000_000n];
  const [whole, rest] = [exact / one, exact % one];
  const isUp = rest * 2n > one || (rest * 2n === one && whole % 2n === 1n);
  return Number(isUp ? whole + 1n : whole);
}

type Sum = [views: number, clicks: number, burns: number, amount: number, owner: number];
const TAKEN_BACK = [-1_234_567, -370_371] as const;
const KINDS: readonly Kind[] = ['view', 'click', 'burn'];

/** Returns the expected lines by document, line and month, from the recorded events. */
function expectedLines(): Map<string, Sum> {
  const lines = new Map<string, Sum>();
  const add = (key: string, kind: Kind | null, [amount, owner]: readonly [number, number]): void => {
    const sum = lines.get(key) ?? [0, 0, 0, 0, 0];
    if (kind !== null) sum[KINDS.indexOf(kind)] = (sum[KINDS.indexOf(kind)] ?? 0) + 1;
    sum[3] += amount;
    sum[4] += owner;
    lines.set(key, sum);
  };
  for (const { closing, eui, flight, kind, ms } of book) {
    const owner = OUTLETS[eui as keyof typeof OUTLETS];
    const amount = PRICES[flight]?.[kind]?.[ms < TURN.price ? 0 : 1] ?? 0;
    const share = SHARES[owner]?.[ms < TURN.share ? 0 : 1] ?? 0;
    const month = monthOf(ms);
    const what = `${month === closing ? 'delivery' : 'late'} ${month}`;
    const money = [amount, part(amount, share)] as const;
    add(`statement-${closing}-${owner} ${what} ${places.numbers.get(eui)}`, kind, money);
    add(
      `invoice-${closing}-${FLIGHTS[flight as keyof typeof FLIGHTS]} ${what} ${places.numbers.get(flight)}`,
      kind,
      money,
    );
  }
  // The accepted objection pays for the three views above the visitor's limit.
  const credited = [3 * 1_003, 3 * part(1_003, 0.3)] as const;
  add(`statement-${SECOND}-pier adjustment ${FIRST} ${places.numbers.get('00000000000000a1')}`, null, credited);
  add(`invoice-${SECOND}-sparkle adjustment ${FIRST} ${places.numbers.get('FLAT')}`, null, credited);
  // The amounts that an administrator took back from both sides, for an outlet on a day. They have no flight.
  add(`statement-${SECOND}-pier adjustment ${SECOND} ${places.numbers.get('00000000000000a2')}`, null, TAKEN_BACK);
  add(`invoice-${SECOND}-sparkle adjustment ${SECOND} 0`, null, TAKEN_BACK);
  return lines;
}

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: ZONE, OWNER_SHARE: '0.3', FIRST_MONTH: FIRST } });
  server.clock.ms = dayOf(FIRST, 1);
  await turnPatternsOff(server.accounts);
  places = await lay();
});
afterAll(() => server.close());

test('every line of three closed months equals its events, including late ones, an objection, and new prices and shares', async () => {
  const { accounts, events, clock } = server;
  const network = createNetworkMemory(accounts);
  // The settle time is 0, so the close waits only until the second of the cut-off is over.
  const billing = createBilling({ accounts, events, network, config: server.config, now: () => clock.ms, settleMs: 0 });
  const count = byLength(30, 1_500);
  const visitor = 'c1'.repeat(16);
  // Three views more than fit into an hour of ads, within an hour. Each view begins when the previous one is nearly
  // over.
  const crowd = Array.from({ length: (60 * MINUTE_MS) / (FLAT_SECONDS * SECOND_MS) + 3 }, (_, at) => {
    const ms = dayOf(FIRST, 18) + at * 50 * SECOND_MS;
    const seen = { eui: '00000000000000a1', flight: 'FLAT', fingerprint: visitor };
    return { id: randomUUID(), type: 'view' as const, ...seen, ms, timestamp: new Date(ms).toISOString() };
  });

  // The first month. Some of its events arrive after it closes. In UTC, its last hours are in the next month.
  clock.ms = dayOf(FIRST, 28);
  expect(await tell(happenings(FIRST, 2, 27, count), FIRST)).toBe(0);
  expect(await tell(crowd, FIRST)).toBe(3);
  clock.ms = dayOf(SECOND, 6);
  await billing.close(FIRST);
  clock.ms = dayOf(SECOND, 8);
  await tell(happenings(FIRST, 16, 27, Math.ceil(count / 4)), SECOND);

  const owner = await server.as(await makeUser(accounts, { role: 'property', customerId: places.customers.pier.id }));
  const admin = await server.as(await makeUser(accounts, { role: 'admin' }));
  const post = (url: string, headers: { authorization: string }, payload: object) =>
    server.app.inject({ method: 'POST', url: `/api/objections${url}`, headers, payload });
  const wish = { day: `${FIRST}-18`, eui: '00000000000000A1', reason: 'visitor_pace', words: 'A school class.' };
  const raised = await post('', owner, wish);
  expect(raised.statusCode, raised.body).toBeLessThan(300);
  const accepted = await post(`/${raised.json<Objection>().id}/accept`, admin, { reason: 'It was so.' });
  expect(accepted.json()).toMatchObject({ state: 'accepted', credited: 0.003009 });

  const taken = await server.app.inject({
    method: 'POST',
    url: '/api/adjustments',
    headers: admin,
    payload: {
      sending_id: randomUUID(),
      owner_id: places.customers.pier.id,
      advertiser_id: places.customers.sparkle.id,
      amount: TAKEN_BACK[0] / 1_000_000,
      owner_amount: TAKEN_BACK[1] / 1_000_000,
      reason: 'Played at night',
      eui: '00000000000000a2',
      day: `${SECOND}-03`,
    },
  });
  expect(taken.statusCode, taken.body).toBeLessThan(300);

  // The second month, in which a share changes, and the third month.
  clock.ms = dayOf(SECOND, 27);
  await tell(happenings(SECOND, 2, 26, count), SECOND);
  clock.ms = dayOf(THIRD, 6);
  await billing.close(SECOND);
  clock.ms = dayOf(THIRD, 8);
  await tell(happenings(SECOND, 27, 27, 5), THIRD);
  clock.ms = dayOf(THIRD, 27);
  await tell(happenings(THIRD, 2, 26, count), THIRD);
  clock.ms = dayOf(monthAt(3), 6);
  await billing.close(THIRD);

  const names = new Map(Object.entries(places.customers).map(([name, { id }]) => [id, name]));
  const rows = await accounts
    .selectFrom('document_lines')
    .innerJoin('documents', 'documents.id', 'document_lines.document_id')
    .selectAll('document_lines')
    .select(['documents.kind as of', 'documents.month as closing', 'customer_id', 'total_cents', 'carried_micros'])
    .where('number', 'is not', null)
    .orderBy('documents.month')
    .execute();
  const lines = new Map<string, number[]>();
  for (const row of rows) {
    if (row.kind === 'carried' || row.kind === 'carried-on') continue;
    const key = `${row.of}-${row.closing}-${names.get(row.customer_id)} ${row.kind} ${row.month} ${row.of_key}`;
    expect(lines.has(key), key).toBe(false);
    lines.set(key, [row.views, row.clicks, row.burns, row.amount_micros, row.owner_micros]);
    expect(row.micros).toBe(row.of === 'statement' ? row.owner_micros : row.amount_micros);
  }
  const sorted = (all: ReadonlyMap<string, readonly number[]>) =>
    [...all].sort(([one], [other]) => (one < other ? -1 : 1));
  expect(sorted(lines)).toEqual(sorted(expectedLines()));
  expect([...lines.keys()].some((key) => key.includes(' late '))).toBe(true);

  // Documents have whole cents, and each carries its remainder over to the next document.
  const carried = new Map<string, number>();
  for (const id of new Set(rows.map((row) => row.document_id))) {
    const own = rows.filter((row) => row.document_id === id);
    const [{ of = '', customer_id: customer = '', total_cents: cents = 0, carried_micros: left = 0 } = {}] = own;
    const sum = (kinds: readonly string[]) =>
      own.filter(({ kind }) => kinds.includes(kind)).reduce((all, { micros }) => all + micros, 0);
    const before = carried.get(`${of} ${customer}`) ?? 0;
    expect(sum(['carried'])).toBe(before);
    expect(sum(['carried-on'])).toBe(-(left ?? 0) + 0);
    expect(sum(['delivery', 'late', 'adjustment', 'carried', 'carried-on'])).toBe((cents ?? 0) * 10_000);
    expect(Math.abs(left ?? 0)).toBeLessThanOrEqual(5_000);
    carried.set(`${of} ${customer}`, left ?? 0);
  }

  // The postings of each entry add up to zero. Owners and network together get what advertisers owe.
  const postings = await accounts.selectFrom('ledger_postings').selectAll().execute();
  const bySide = new Map<number, Record<string, number>>();
  for (const { account, entry_seq: entry, micros } of postings) {
    const sides = bySide.get(entry) ?? {};
    const side = account.split(':')[0] ?? '';
    sides[side] = (sides[side] ?? 0) + micros;
    bySide.set(entry, sides);
  }
  expect(bySide.size).toBeGreaterThan(6);
  for (const sides of bySide.values()) {
    expect(Object.values(sides).reduce((all, one) => all + one, 0)).toBe(0);
    if (!('rounding' in sides)) expect(-((sides.owner ?? 0) + (sides.network ?? 0))).toBe(sides.advertiser ?? 0);
  }
  expect(await billing.verify()).toMatchObject({ faults: [], months: 3 });
});

test('each line opens to its parts for the parties of the document, including gross and invalid views', async () => {
  const { accounts } = server;
  const { pier, sparkle } = places.customers;
  const readers = [
    [pier.id, await server.asRole('property', pier.id)],
    [sparkle.id, await server.asRole('advertiser', sparkle.id)],
  ] as const;
  let judged = 0;
  const admin = await server.asRole('admin');
  // A short run reads each side as only one reader.
  for (const [customerId, own] of readers)
    for (const headers of byLength([customerId === pier.id ? own : admin], [own, admin])) {
      const get = async <Answer>(url: string) =>
        (await server.app.inject({ url: `/api${url}`, headers })).json<Answer>();
      const documents = accounts.selectFrom('documents').select('id').where('customer_id', '=', customerId);
      for (const { id } of await documents.where('number', 'is not', null).execute()) {
        const { lines } = await get<{ lines: DocumentLine[] }>(`/documents/${id}`);
        for (const [place, line] of lines.entries()) {
          if (line.kind !== 'delivery' && line.kind !== 'late') continue;
          const { burns, clicks, not_counted: reasons, views } = line;
          const invalid = reasons.reduce((all, one) => all + one.views, 0);
          judged += invalid;
          const figures = { views, clicks, burns, invalid_views: invalid, gross_views: views + invalid };
          for (const [figure, said] of Object.entries(figures).filter(([, count]) => byLength(count > 0, true)))
            for (const by of figure === 'gross_views' ? ['day', 'event'] : ['day']) {
              const query = `document=${id}&line=${place}&figure=${figure}&by=${by}`;
              const told = await get<Explanation>(`/explain?${query}`);
              const all = [...told.parts, ...told.events, ...(told.left_out ? [told.left_out] : [])];
              expect([told.total, told.unit], query).toEqual([String(said), 'events']);
              expect(
                all.reduce((sum, { amount }) => sum + Number(amount), 0),
                query,
              ).toBe(said);
              // All events are still stored, so the response omits only events of other pages.
              if (by === 'day') expect(told.left_out, query).toBeNull();
            }
        }
      }
    }
  // Each reader finds the three views above the limit in one line per side.
  expect(judged).toBe(byLength(6, 12));
});
