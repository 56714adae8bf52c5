import { expect, test } from 'vitest';
import type { CampaignDetail } from '#contract/campaigns.ts';
import type { ExplainedPart, Explanation } from '#contract/explain.ts';
import type { FlightPacing } from '#contract/flights.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { divideHalfEven } from '#domain/money.ts';
import { createRandom } from '#event-store/testing/event-oracle.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { TEST_NOW } from '../../testing/create-test-app.ts';
import { flightDesk } from './testing/open-flights.ts';

const open = flightDesk();
const random = createRandom(31);
const upTo = (most: number): number => Math.floor(random() * (most + 1));
const micros = (dollars: number): string => String(Math.round(dollars * 1_000_000));

async function explain(who: string, query: string): Promise<Explanation> {
  const { body, status, text } = await open.ask(who, 'GET', `/explain?${query}`);
  expect(status, `${query} ${text}`).toBe(200);
  const { left_out: rest, parts, events, total } = body as Explanation;
  const all = [...parts, ...events, ...(rest ? [rest] : [])];
  expect(
    all.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    query,
  ).toBe(BigInt(total));
  return body;
}

const comesTo = (rate: ExplainedPart['rate']): string =>
  rate === undefined
    ? 'no rate'
    : String(divideHalfEven(BigInt(rate.amount) * BigInt(rate.for_ms), BigInt(rate.in_ms)));

let lastId = 40_000n;
/** Stores events of the flight. About a fifth of them are invalid. */
async function spend(flightKey: number, days: number): Promise<void> {
  const { advertiser, campaign, outlet, owner, server } = open.desk;
  await server.events.insert(
    Array.from({ length: 12 }, () => {
      lastId += 1n;
      const amountMicros = upTo(90_000);
      const isInvalid = random() < 0.2;
      return makeStoredEvent({
        customerKey: owner.key,
        outletKey: outlet.key,
        advertiserKey: advertiser.key,
        flightKey,
        campaignKey: campaign.key,
        eventId: lastId,
        timestampMs: TEST_NOW - upTo(days * DAY_MS),
        kind: (['view', 'view', 'click', 'burn'] as const)[upTo(3)] ?? 'view',
        ...(isInvalid
          ? { amountMicros: 0, ownerMicros: 0, invalid: 'repeated', withheldMicros: amountMicros }
          : { amountMicros, ownerMicros: 0 }),
      });
    }),
  );
}

test('the figures of campaign and flight pages open to parts that add up: spend, counts, plan and forecast', async () => {
  const { desk } = open;
  const zones = ['America/New_York', 'Asia/Kolkata', 'UTC'];
  for (const zone of zones) {
    await desk.server.accounts
      .updateTable('campaigns')
      .set({ time_zone: zone })
      .where('id', '=', desk.campaign.id)
      .execute();
    const days = 1 + upTo(40);
    const starts_at = TEST_NOW - days * DAY_MS - upTo(HOUR_MS * 20);
    const budget_micros = 1_000_003 + upTo(9_000_000);
    // The flight is approved before its start or while it runs. Its plan begins after both the start and the approval.
    const approved_at = starts_at + (zone === 'UTC' ? -DAY_MS : upTo(days * DAY_MS));
    const flight = await desk.addFlight({
      approved_at,
      starts_at,
      ends_at: starts_at + (60 + upTo(20)) * DAY_MS,
      budget_micros,
    });
    await spend(flight.key, days);
    for (const who of ['manager', 'admin']) {
      const { body: row } = await open.ask(who, 'GET', `/flights/${flight.id}`);
      const pacing: FlightPacing = (await open.ask(who, 'GET', `/flights/${flight.id}/pacing`)).body;
      const filters = `filters=${encodeURIComponent(JSON.stringify({ flight: [row.code] }))}`;
      expect((await explain(who, `figure=revenue&${filters}`)).total).toBe(micros(pacing.spent));
      const today = `from=${pacing.today.day}&to=${pacing.today.day}&tz=${zone}`;
      expect((await explain(who, `figure=revenue&${today}&${filters}`)).total).toBe(micros(pacing.today.spent));
      for (const count of ['views', 'clicks', 'burns'])
        expect((await explain(who, `figure=${count}&${filters}`)).total, count).toBe(String(row[count]));
      const planned = await explain(who, `figure=planned&of=${flight.id}`);
      expect([planned.by, planned.total]).toEqual(['day', micros(pacing.expected)]);
      expect(planned.parts.map(({ id }) => id)).toEqual(pacing.days.map(({ day }) => day));
      for (const [at, { expected }] of pacing.days.entries()) expect(planned.parts[at]?.amount).toBe(micros(expected));
      // Each day's plan opens to the day's part of the budget, and its actual spend to the events.
      for (const { day, expected, spent } of pacing.days.slice(0, 4)) {
        const part = await explain(who, `figure=planned&of=${flight.id}&from=${day}&to=${day}`);
        expect([part.by, part.total]).toEqual(['term', micros(expected)]);
        expect(part.parts[0]?.amount).toBe(comesTo(part.parts[0]?.rate));
        expect(Math.abs(Number(part.parts[1]?.amount ?? 0))).toBeLessThanOrEqual(2);
        expect((await explain(who, `figure=revenue&from=${day}&to=${day}&tz=${zone}&${filters}`)).total).toBe(
          micros(spent),
        );
      }
      const foreseen = await explain(who, `figure=foreseen&of=${flight.id}`);
      expect([foreseen.total, foreseen.parts[0]?.amount]).toEqual([
        micros(pacing.forecast_spent),
        micros(pacing.spent),
      ]);
      const [spent, comes] = foreseen.parts;
      const left = BigInt(micros(pacing.budget)) - BigInt(micros(pacing.spent));
      const atPace = BigInt(comesTo(comes?.rate));
      expect(comes?.amount).toBe(String(atPace < left ? atPace : left));
      const opened = `figure=${spent?.opens?.figure}&filters=${encodeURIComponent(spent?.opens?.filters ?? '')}`;
      expect((await explain(who, opened)).total).toBe(spent?.amount);
    }
  }
  // All flights of the campaign together, as its page shows them.
  const campaign: CampaignDetail = (await open.ask('manager', 'GET', `/campaigns/${desk.campaign.id}`)).body;
  const filters = `filters=${encodeURIComponent(JSON.stringify({ campaign: [campaign.id] }))}`;
  expect((await explain('manager', `figure=revenue&by=flight&${filters}`)).total).toBe(micros(campaign.spent));
  for (const count of ['views', 'clicks', 'burns'] as const)
    expect((await explain('admin', `figure=${count}&${filters}`)).total).toBe(String(campaign[count]));
  const planned = await explain('manager', `figure=planned&of=${campaign.id}`);
  expect(planned.by).toBe('flight');
  const live = campaign.flight_rows.filter(({ state }) => state === 'live' || state === 'capped');
  expect(planned.parts.map(({ id }) => id).toSorted()).toEqual(live.map(({ id }) => id).toSorted());
  const spentLive = live.reduce((sum, { spent }) => sum + spent, 0);
  expect(campaign.pace).toBeCloseTo((spentLive * 1e6) / Number(planned.total), 9);
  for (const { id, amount } of planned.parts) {
    const own = await explain('manager', `figure=planned&of=${id}`);
    expect(own.total).toBe(amount);
  }
});

test('shows plans to their advertiser and to administrators only', async () => {
  const { desk, flight } = open;
  for (const [who, of, status] of [
    ['stranger', flight.id, 404],
    ['stranger', desk.campaign.id, 404],
    ['owner', flight.id, 403],
    ['viewer', flight.id, 200],
    ['manager', '01900000-0000-7000-8000-000000000000', 404],
  ] as const)
    for (const figure of ['planned', 'foreseen']) {
      if (figure === 'foreseen' && of === desk.campaign.id) continue;
      expect((await open.ask(who, 'GET', `/explain?figure=${figure}&of=${of}`)).status, `${who} ${of}`).toBe(status);
    }
  for (const wrong of [
    '',
    `&of=${flight.id}&by=outlet`,
    `&of=${flight.id}&range=7d`,
    `&of=${flight.id}&from=2026-11-01`,
  ])
    expect((await open.ask('manager', 'GET', `/explain?figure=planned${wrong}`)).status, wrong).toBe(400);
});
