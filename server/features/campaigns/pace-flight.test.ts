import { expect, test } from 'vitest';
import type { CampaignDetail } from '#contract/campaigns.ts';
import type { FlightPacing } from '#contract/flights.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { TEST_NOW } from '../../testing/create-test-app.ts';
import { flightDesk } from './testing/open-flights.ts';

const open = flightDesk();

test('the plan of a flight approved at noon begins at noon on its page, in lists, by day and in the explanation', async () => {
  const { desk, flight } = open;
  const { accounts, events } = desk.server;
  await accounts.updateTable('campaigns').set({ time_zone: 'UTC' }).where('id', '=', desk.campaign.id).execute();
  const noon = TEST_NOW;
  await open.set({
    starts_at: noon - 12 * HOUR_MS,
    ends_at: noon + 20 * DAY_MS,
    state: 'in_review',
    approved_at: null,
  });
  const { body: before } = await open.ask('admin', 'GET', `/flights/${flight.id}`);
  const approval = await open.ask('admin', 'POST', `/flights/${flight.id}/approve`, { version: before.version });
  expect(approval.status, approval.text).toBe(200);

  const look = async () => {
    const pacing: FlightPacing = (await open.ask('manager', 'GET', `/flights/${flight.id}/pacing`)).body;
    const detail: CampaignDetail = (await open.ask('manager', 'GET', `/campaigns/${desk.campaign.id}`)).body;
    const planned = (await open.ask('manager', 'GET', `/explain?figure=planned&of=${flight.id}`)).body;
    const listed = detail.flight_rows.find(({ id }) => id === flight.id);
    return { pacing, listed, planned: Number(planned.total) / 1e6 };
  };
  const atNoon = await look();
  expect(atNoon.pacing).toMatchObject({ expected: 0, pace: null, today: { expected: 0, planned: 2.5 }, days: [] });
  expect([atNoon.listed?.pace, atNoon.planned]).toEqual([null, 0]);

  // The same 18 hours after the approval.
  const approvedAt = noon - 18 * HOUR_MS;
  await open.set({ starts_at: noon - 2 * DAY_MS, approved_at: approvedAt, ends_at: approvedAt + 20 * DAY_MS });
  await events.insert([
    makeStoredEvent({
      advertiserKey: desk.advertiser.key,
      campaignKey: desk.campaign.key,
      flightKey: flight.key,
      timestampMs: noon - 2 * HOUR_MS,
      amountMicros: 1_500_000,
      eventId: 77n,
    }),
  ]);
  const later = await look();
  expect(later.pacing).toMatchObject({ expected: 3.75, pace: 0.4, forecast_spent: 40 });
  expect(later.pacing.days.map(({ day, expected }) => [day, expected])).toEqual([
    ['2026-11-20', 1.25],
    ['2026-11-21', 2.5],
  ]);
  expect([later.listed?.pace, later.planned]).toEqual([0.4, 3.75]);
});

test('calculates the pace in whole days of the campaign’s time zone, including one of 25 hours', async () => {
  const { desk, flight } = open;
  const { server } = desk;
  const zone = 'America/New_York';
  await server.accounts.updateTable('campaigns').set({ time_zone: zone }).where('id', '=', desk.campaign.id).execute();
  await open.set({ starts_at: Date.parse('2026-10-20T04:00:00Z'), ends_at: Date.parse('2026-12-20T05:00:00Z') });
  // Exactly one week earlier is the last half hour of 1 November. That day began 24.5 hours earlier.
  server.clock.ms = Date.parse('2026-11-09T04:30:00Z');
  await server.events.insert([
    makeStoredEvent({
      advertiserKey: desk.advertiser.key,
      campaignKey: desk.campaign.key,
      flightKey: flight.key,
      timestampMs: Date.parse('2026-11-01T18:00:00Z'),
      amountMicros: 8_000_000,
      eventId: 1n,
    }),
  ]);
  const { body } = await open.ask('manager', 'GET', `/flights/${flight.id}/pacing`);
  expect(body.spent).toBe(8);
  // The flight spent 8 dollars in the eight days since its start, and 41 days remain.
  const [fromMs, nowMs] = [Date.parse('2026-11-01T04:00:00Z'), server.clock.ms];
  const more = (8_000_000 / (nowMs - fromMs)) * (Date.parse('2026-12-20T05:00:00Z') - nowMs);
  expect(body.forecast_spent).toBeCloseTo((8_000_000 + more) / 1e6, 4);
});
