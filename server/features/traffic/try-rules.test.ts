import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATTERN_RULES, type PatternRule, type TrafficTrial } from '#contract/traffic-rules.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';

/* Statistical rules on stored events: clicks, energy and opening hours as well as views. */

let server: TestApp;
let world: World;

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  world = await makeWorld(server, ['UTC', 'UTC']);
  const { accounts } = server;
  // TEST_NOW is noon. Nine hours earlier the venue is closed.
  await accounts.updateTable('venues').set({ opening_hours: 'Mo-Su 08:00-22:00' }).execute();
  const { alpha, beta, cola, outlets } = world;
  const free = { amountMicros: 0, ownerMicros: 0 };
  const night = Array.from({ length: 10 }, (_, nth) =>
    storedEvent(alpha, outlets.a1, cola, TEST_NOW - 9 * HOUR_MS + nth * 7 * MINUTE_MS),
  );
  const clicked = Array.from({ length: 40 }, (_, nth) => {
    const view = storedEvent(
      beta,
      outlets.b1,
      cola,
      TEST_NOW - 3 * HOUR_MS + nth * 4 * MINUTE_MS + (nth % 5) * 999,
      free,
    );
    return [view, storedEvent(beta, outlets.b1, cola, view.timestampMs + 30, { kind: 'click', viewId: view.eventId })];
  });
  const metered = Array.from({ length: 40 }, (_, nth) =>
    storedEvent(beta, outlets.b2, cola, TEST_NOW - 3 * HOUR_MS + nth * 4 * MINUTE_MS + (nth % 7) * 999, {
      energyMilliWh: 0,
      energyMetered: true,
    }),
  );
  await server.events.insert([...night, ...clicked.flat(), ...metered]);
});
afterAll(() => server.close());

async function tried(rule: PatternRule) {
  const off = Object.fromEntries(PATTERN_RULES.map((one) => [one, 'off']));
  const payload = {
    visitor_seconds: null,
    outlet_pace: false,
    data_centre: false,
    silent_minutes: null,
    backfill_hours: null,
    patterns: { ...off, [rule]: 'invalidate' },
  };
  const headers = await server.asRole('admin');
  const answer = await server.app.inject({ method: 'POST', url: '/api/admin/traffic-rules/trial', headers, payload });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<TrafficTrial>().data.find(({ reason }) => reason === rule);
}

test('a trial applies opening hours, clicks and energy to stored events', async () => {
  expect(await tried('closed_hours')).toMatchObject({ views_before: 0, views_after: 10, amount_after: 0.10001 });
  const clicks = await tried('click_pattern');
  expect(clicks).toMatchObject({ views_after: 0, clicks_before: 0 });
  expect(clicks?.clicks_after).toBeGreaterThan(30);
  expect(await tried('energy_pattern')).toMatchObject({ views_after: 11 });
  expect(await tried('outlet_share')).toBeUndefined();
});
