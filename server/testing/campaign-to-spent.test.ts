import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignDetail } from '#contract/campaigns.ts';
import type { FlightDetail } from '#contract/flight-parts.ts';
import { INVALID_REASONS } from '#contract/ingest.ts';
import type { Summary } from '#contract/list.ts';
import type { InvalidTraffic, Judged } from '#contract/traffic.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { sharp } from '../pictures/testing/open-sharp.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import {
  CREATIVE_SECONDS,
  createCrookedOutlets,
  type Stored,
  VISITOR_VIEWS,
  type WorkingOutlet,
} from './crooked-outlets.ts';
import { makeCustomer, makeKey, makeOutlet, makeUser, makeVenue } from './makers.ts';
import { PATTERNS_OFF } from './patterns-off.ts';
import { byLength } from './test-length.ts';

// Runs a campaign from its draft until its money is spent, with all roles. Meanwhile, 64 outlets report, and a third of
// the reports are forged, replayed, repeated, late or over budget. The test compares the figures of every role with
// sums of what was sent.

const OUTLETS = 64;
const OWNERS = [250_000, 333_333, 500_001, 0] as const;
/**
 * Limit for the number of rounds. The money of the last plays stays reserved until their report would be late, and half
 * of these plays are not clicked.
 */
const MOST_ROUNDS = byLength(180, 500);
/** The price of a paid event in micro-dollars. */
const VIEW_MICROS = 12_000;
const CLICK_MICROS = 37_501;
const FLIGHTS = {
  views: { model: 'cpm', budget: byLength(5, 820), accepts_unsigned: true },
  clicks: { model: 'cpc', budget: byLength(1, 420), accepts_unsigned: false },
} as const;
type FlightName = keyof typeof FLIGHTS;

let server: TestApp;
let outlets: WorkingOutlet[];
let people: Record<string, { id: string }>;
const flights = new Map<string, FlightName>();
let campaignId: string;
let work: ReturnType<typeof createCrookedOutlets>;

/** Signs in again for each request, because hours pass between two requests. */
async function headersOf(who: string): Promise<{ authorization: string }> {
  const person = people[who];
  if (person === undefined) throw new RangeError(`nobody is called ${who}`);
  return server.as(person);
}

async function call<Answer>(
  who: string,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  body?: object,
): Promise<Answer> {
  const answer = await server.app.inject({
    method,
    url: `/api${url}`,
    headers: await headersOf(who),
    ...(body ? { payload: body } : {}),
  });
  expect(answer.statusCode, `${method} ${url}: ${answer.body.slice(0, 300)}`).toBe(200);
  return answer.json<Answer>();
}

async function post<Answer>(url: string, key: string, body: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const answer = await server.app.inject({ method: 'POST', url, headers, body: JSON.stringify(body) });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body.slice(0, 300)}`);
  return answer.json<Answer>();
}

async function layNetwork(): Promise<void> {
  const { accounts } = server;
  outlets = [];
  for (const [at, sharePpm] of OWNERS.entries()) {
    const owner = await makeCustomer(accounts);
    const share = { id: uuid(), customer_id: owner.id, share_ppm: sharePpm, valid_from: 0 };
    await accounts.insertInto('owner_shares').values(share).execute();
    people[`owner ${at}`] = await makeUser(accounts, { role: 'property', customerId: owner.id });
    const venue = await makeVenue(accounts, { customerId: owner.id, timeZone: 'UTC' });
    for (let count = 0; count < OUTLETS / OWNERS.length; count += 1) {
      const { id, eui } = await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id });
      const { key } = await makeKey(accounts, { outletId: id });
      outlets.push({ eui, key, owner: `owner ${at}` });
    }
  }
}

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  const advertiser = await makeCustomer(server.accounts, { kind: 'advertiser', name: 'Cascade' });
  people = {
    manager: await makeUser(server.accounts, { role: 'advertiser', customerId: advertiser.id }),
    admin: await makeUser(server.accounts, { role: 'admin' }),
  };
  await layNetwork();
  // Each slot has a new visitor, as if a bot reported.
  const rules = { outlet_pace: 1, data_centre: 1, silent_minutes: null, backfill_hours: null } as const;
  await server.accounts
    .insertInto('traffic_rules')
    .values({
      id: '1',
      valid_from: 0,
      made_by: 'a test',
      ...rules,
      patterns: PATTERNS_OFF,
      visitor_seconds: VISITOR_VIEWS * CREATIVE_SECONDS,
    })
    .execute();
  await server.dependencies.playServer.ready();
  const acceptsUnsigned = (flight: string) => FLIGHTS[flights.get(flight) ?? 'clicks'].accepts_unsigned;
  const random = seededRandom('crooked', 7);
  work = createCrookedOutlets({ outlets, clock: server.clock, random, post, acceptsUnsigned });
});
afterAll(() => server.close());

const flightCalls = (flight: FlightDetail, who: string, act: string) =>
  call<FlightDetail>(who, 'POST', `/flights/${flight.id}/${act}`, { version: flight.version });

async function withCreative(flight: FlightDetail): Promise<FlightDetail> {
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#246' } });
  const query = `name=Wide&seconds=${CREATIVE_SECONDS}&target=https%3A%2F%2Fcascade.example%2F`;
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/flights/${flight.id}/creatives?${query}`,
    headers: { ...(await headersOf('manager')), 'content-type': 'image/png' },
    payload: await picture.png().toBuffer(),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

test('its flights are written, reviewed by an administrator, and live', async () => {
  await call('admin', 'POST', '/admin/rate-card', { model: 'cpm', venue_type: null, price: VIEW_MICROS / 1_000 });
  await call('admin', 'POST', '/admin/rate-card', { model: 'cpc', venue_type: null, price: CLICK_MICROS / 1_000_000 });
  const said = { name: 'Cold brew', sponsor: 'Cascade', category: 'food_and_drink', time_zone: 'UTC' };
  ({ id: campaignId } = await call<CampaignDetail>('manager', 'POST', '/campaigns', said));
  for (const [name, terms] of Object.entries(FLIGHTS)) {
    const made = await call<FlightDetail>('manager', 'POST', `/campaigns/${campaignId}/flights`, {});
    const fields = { starts: '2026-11-21', ends: '2026-12-20', pacing: 'fast', targets: {}, ...terms };
    const written = await call<FlightDetail>('manager', 'PATCH', `/flights/${made.id}`, {
      ...fields,
      version: made.version,
    });
    const submitted = await flightCalls(await withCreative(written), 'manager', 'submit');
    const approved = await flightCalls(submitted, 'admin', 'approve');
    expect(approved.state).toBe('live');
    flights.set(approved.code, name as FlightName);
  }
});

const detail = () => call<CampaignDetail>('manager', 'GET', `/campaigns/${campaignId}`);

test('each report gets the expected verdict although a third is wrong, and no budget is exceeded', async () => {
  let rounds = 0;
  for (let rows = (await detail()).flight_rows; rows.some(({ state }) => state !== 'spent'); rounds += 1) {
    expect(rounds, 'rounds until all is spent').toBeLessThan(MOST_ROUNDS);
    await work.round();
    rows = (await detail()).flight_rows;
    for (const { budget, spent } of rows) expect(spent).toBeLessThanOrEqual(budget ?? 0);
  }
  const [ofViews = ''] = [...flights].flatMap(([code, name]) => (name === 'views' ? [code] : []));
  await work.end(ofViews);
  expect(work.wrong).toEqual([]);
  expect(work.crooked()).toBeGreaterThan(1 / 3);
  expect(work.sent()).toBeGreaterThan(byLength(1_000, 200_000));
}, 1_200_000);

/**
 * Returns counts and money of the stored reports that `of` selects: the advertiser's reports, or an owner's with the
 * owner's share.
 */
function sums(of: (one: Stored) => boolean, sharePpm: number | null) {
  const none = { views: 0, clicks: 0, burns: 0 };
  const [gross, net] = [{ ...none }, { ...none }];
  const invalid = new Map<string, typeof none & { micros: bigint }>();
  let micros = 0n;
  for (const { flight, kind, reason, ...one } of work.stored.filter(of)) {
    const price = priceOf(flight, kind);
    const part =
      sharePpm === null ? BigInt(price) : partOf(BigInt(price), BigInt(shareOf({ flight, kind, reason, ...one })));
    gross[`${kind}s`] += 1;
    if (reason === null) {
      net[`${kind}s`] += 1;
      micros += part;
      continue;
    }
    const own = invalid.get(reason) ?? { ...none, micros: 0n };
    own[`${kind}s`] += 1;
    own.micros += part;
    invalid.set(reason, own);
  }
  const told = INVALID_REASONS.flatMap((reason) => {
    const { micros: withheld = null, ...counts } = invalid.get(reason) ?? {};
    return withheld === null ? [] : [{ reason, ...counts, withheld: Number(withheld) / 1_000_000 }];
  });
  return { judged: { gross, net, invalid: told }, dollars: Number(micros) / 1_000_000 };
}

const priceOf = (flight: string, kind: Stored['kind']): number =>
  flights.get(flight) === 'views' ? (kind === 'view' ? VIEW_MICROS : 0) : kind === 'click' ? CLICK_MICROS : 0;
const shareOf = ({ outlet }: Stored): number => OWNERS[Number(outlet.owner.slice(6))] ?? 0;

/** Rounds half to even, independently of the product. */
function partOf(micros: bigint, ppm: bigint): bigint {
  const [whole, rest] = [(micros * ppm) / 1_000_000n, (micros * ppm) % 1_000_000n];
  const isUp = rest > 500_000n || (rest === 500_000n && whole % 2n === 1n);
  return isUp ? whole + 1n : whole;
}

const judgedOf = ({ gross, net, invalid }: Judged) => ({ gross, net, invalid });

describe('the figures of every role are the sum of what was sent', () => {
  test('the advertiser, for the campaign and each flight', async () => {
    const campaign = await detail();
    for (const row of campaign.flight_rows) {
      const { judged, dollars } = sums(({ flight }) => flight === row.code, null);
      const { gross, invalid, views, clicks, burns, spent } = row;
      expect({ gross, invalid, net: { views, clicks, burns } }).toEqual(judged);
      expect(spent).toBe(dollars);
    }
    const { judged, dollars } = sums(() => true, null);
    expect({ gross: campaign.gross, invalid: campaign.invalid }).toEqual({
      gross: judged.gross,
      invalid: judged.invalid,
    });
    expect(campaign.spent).toBe(dollars);
    expect(judgedOf((await call<InvalidTraffic>('manager', 'GET', '/invalid-traffic')).total)).toEqual(judged);
    expect((await call<Summary>('manager', 'GET', '/list/summary')).total_revenue).toBe(dollars);
  });

  test.each(OWNERS.map((ppm, at) => [`owner ${at}`, ppm] as const))('the %s', async (who, ppm) => {
    const { judged, dollars } = sums(({ outlet }) => outlet.owner === who, ppm);
    expect(judgedOf((await call<InvalidTraffic>(who, 'GET', '/invalid-traffic?by=outlet')).total)).toEqual(judged);
    expect((await call<Summary>(who, 'GET', '/list/summary')).total_revenue).toBe(dollars);
  });

  test('administrators', async () => {
    const { judged, dollars } = sums(() => true, null);
    expect(judgedOf((await call<InvalidTraffic>('admin', 'GET', '/invalid-traffic?by=flight')).total)).toEqual(judged);
    expect((await call<Summary>('admin', 'GET', '/list/summary')).total_revenue).toBe(dollars);
  });
});

test('ends spent: the rest does not pay for another event', async () => {
  const { flight_rows: rows } = await detail();
  for (const { code, budget, spent, state } of rows) {
    const price = flights.get(code) === 'views' ? VIEW_MICROS : CLICK_MICROS;
    expect(Math.round(((budget ?? 0) - spent) * 1_000_000)).toBeLessThan(price);
    expect(state).toBe('spent');
  }
});
