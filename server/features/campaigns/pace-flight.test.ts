import { expect, test } from 'vitest';
import { makeStoredEvent } from '../../databases/events/testing/make-stored-event.ts';
import { flightDesk } from './testing/open-flights.ts';

const open = flightDesk();

test('the pace is that of whole days of the campaign’s zone, also of one of 25 hours', async () => {
  const { desk, flight } = open;
  const { server } = desk;
  const zone = 'America/New_York';
  await server.accounts.updateTable('campaigns').set({ time_zone: zone }).where('id', '=', desk.campaign.id).execute();
  await open.set({ starts_at: Date.parse('2026-10-20T04:00:00Z'), ends_at: Date.parse('2026-12-20T05:00:00Z') });
  // A week before lies in the last half hour of 1 November, which began 24 and a half hours earlier.
  server.clock.ms = Date.parse('2026-11-09T04:30:00Z');
  await server.events.insert([
    makeStoredEvent({
      ...{ advertiserKey: desk.advertiser.key, campaignKey: desk.campaign.key, flightKey: flight.key },
      ...{ timestampMs: Date.parse('2026-11-01T18:00:00Z'), amountMicros: 8_000_000, eventId: 1n },
    }),
  ]);
  const { body } = await open.ask('manager', 'GET', `/flights/${flight.id}/pacing`);
  expect(body.spent).toBe(8);
  // 8 dollars in the eight days since it began, and 41 days of the flight are left.
  const [fromMs, nowMs] = [Date.parse('2026-11-01T04:00:00Z'), server.clock.ms];
  const more = (8_000_000 / (nowMs - fromMs)) * (Date.parse('2026-12-20T05:00:00Z') - nowMs);
  expect(body.forecast_spent).toBeCloseTo((8_000_000 + more) / 1e6, 4);
});
