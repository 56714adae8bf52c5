import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import type { PatternMode, PatternRule } from '#contract/traffic-rules.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { eventually } from '../../../testing/eventually.ts';
import { PATTERNS_OFF } from '../../../testing/patterns-off.ts';
import { NOW, openTestIngest, outletEvent, type TestIngest } from '../testing/open-test-ingest.ts';

/* Rules about places: opening hours, addresses of a key, and one outlet's share of the views of a flight. */

let ingest: TestIngest;
let place: { readonly customerId: string; readonly venueId: string };
let gateway: string;
let outletCount = 0;

const newOutlet = () => ingest.network.outlet(`00000000d${(outletCount++).toString(16).padStart(7, '0')}`, place);

/** Enables only these statistical rules. */
async function setRules(rules: Partial<Record<PatternRule, PatternMode>>): Promise<void> {
  const patterns = JSON.stringify({ ...JSON.parse(PATTERNS_OFF), ...rules });
  const on = {
    visitor_seconds: null,
    outlet_pace: 0,
    data_centre: 0,
    silent_minutes: null,
    backfill_hours: null,
  } as const;
  const id = randomBytes(8).toString('hex');
  await ingest.accounts.deleteFrom('traffic_rules').execute();
  await ingest.accounts
    .insertInto('traffic_rules')
    .values({ id, valid_from: 0, made_by: 'a test', ...on, patterns })
    .execute();
}

beforeAll(async () => {
  ingest = await openTestIngest();
  const { network } = ingest;
  const owner = await network.customer('property', 'Owner');
  // New York is five hours behind UTC in November.
  place = { customerId: owner.id, venueId: await network.venue(owner.id, 'America/New_York') };
  const campaign = await network.campaign((await network.customer('advertiser', 'Sponsor')).id);
  for (const code of ['HOURS', 'KEYS', 'SHARE', 'OTHER'])
    await network.flight(campaign.id, code, { prices: [{ model: 'flat', micros: 1_000 }], budgetMicros: 1e12 });
  gateway = await network.accessKey({ customerId: owner.id });
});
afterAll(() => ingest.close());

const view = (eui: string, ms: number, flight: string): OutletEvent =>
  outletEvent({ eui, flight, timestamp: new Date(ms).toISOString(), fingerprint: randomBytes(16).toString('hex') });
const told = ({ results }: IngestAnswer) => results.map(({ reason, status }) => reason ?? status);
const findings = (rule: PatternRule) =>
  ingest.accounts.selectFrom('traffic_findings').selectAll().where('rule', '=', rule).execute();

test('detects views outside the opening hours of the venue, in its own time zone', async () => {
  await ingest.accounts
    .updateTable('venues')
    .set({ opening_hours: 'Mo-Su 08:00-22:00' })
    .where('id', '=', place.venueId)
    .execute();
  await setRules({ closed_hours: 'invalidate' });
  const { eui, key } = await newOutlet();
  // NOW is noon in UTC, which is seven o'clock in New York.
  const at = (localHour: number) => view(eui, NOW - 24 * HOUR_MS + (localHour - 7) * HOUR_MS, 'HOURS');
  const answer = await ingest.send([at(3), at(6.9), at(7.1), at(12), at(22.9), at(23.5)], gateway);
  expect(told(answer)).toEqual(['closed_hours', 'closed_hours', 'accepted', 'accepted', 'accepted', 'closed_hours']);
  await setRules({ closed_hours: 'flag' });
  expect(told(await ingest.send([at(3)], gateway))).toEqual(['accepted']);
  await eventually(async () =>
    expect(await findings('closed_hours')).toMatchObject([
      { outlet_key: key, flight_key: 0, events: 4, ended_at: null },
    ]),
  );
  await setRules({});
  expect(told(await ingest.send([at(3)], gateway))).toEqual(['accepted']);
});

test('detects a key of one outlet that is used from many networks', async () => {
  await setRules({ many_addresses: 'invalidate' });
  const outlet = await newOutlet();
  const key = await ingest.network.accessKey({ outletId: outlet.id });
  const send = async (from: string) => {
    const response = await ingest.app.inject({
      method: 'POST',
      url: '/api/ingest/events',
      headers: { authorization: `Bearer ${key}` },
      payload: [view(outlet.eui, ingest.clock.ms - MINUTE_MS, 'KEYS')],
      remoteAddress: from,
    });
    return told(response.json<IngestAnswer>())[0];
  };
  // The first two addresses are one network.
  const networks = ['203.0.113.7', '203.0.114.7', '198.51.100.1', '192.0.2.1', '2001:db8::1', '172.16.0.1'];
  const answers = [];
  for (const from of networks) answers.push(await send(from));
  expect(answers).toEqual([...Array.from({ length: 5 }, () => 'accepted'), 'many_addresses']);
  expect(await send('203.0.113.7')).toBe('many_addresses');
  // Another key is not affected, and an hour later the first key is valid again.
  expect(told(await ingest.send([view(outlet.eui, NOW - MINUTE_MS, 'KEYS')], gateway))).toEqual(['accepted']);
  ingest.clock.ms += HOUR_MS + MINUTE_MS;
  expect(await send('203.0.113.7')).toBe('accepted');
  ingest.clock.ms = NOW;
});

test("detects an outlet that has most of a flight's views", async () => {
  await setRules({ outlet_share: 'invalidate' });
  const [bot, ...others] = await Promise.all(Array.from({ length: 8 }, newOutlet));
  if (bot === undefined) throw new Error('no outlet');
  const shown = (eui: string, count: number, flight: string) =>
    Array.from({ length: count }, (_, nth) => view(eui, NOW - 3 * HOUR_MS + nth * 20_000, flight));
  await ingest.send(
    others.flatMap(({ eui }) => shown(eui, 30, 'SHARE')),
    gateway,
  );
  const first = told(await ingest.send(shown(bot.eui, 450, 'SHARE'), gateway));
  expect(first.filter((reason) => reason === 'accepted').length).toBeGreaterThan(140);
  expect(first.at(-1)).toBe('outlet_share');
  await eventually(async () =>
    expect((await findings('outlet_share')).map((one) => one.outlet_key)).toEqual([bot.key]),
  );
  expect((await findings('outlet_share'))[0]?.flight_key).toBeGreaterThan(0);
  // A flight that only one outlet shows is not a pattern.
  expect(new Set(told(await ingest.send(shown(bot.eui, 450, 'OTHER'), gateway)))).toEqual(new Set(['accepted']));
});
