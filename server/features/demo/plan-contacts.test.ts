import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { contactMinutes, lengthOf, upSpans } from '#domain/uptime.ts';
import { planContacts } from './plan-history.ts';
import { planNetwork } from './plan-network.ts';
import { FULL_SCALE, reportingOutlets } from './planned-network.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 34, 56);

test('the demo’s outlets are nearly always up, some had an outage, and some report faults', () => {
  const network = planNetwork('seed', NOW, FULL_SCALE);
  const planned = reportingOutlets(network).map((outlet) => planContacts(outlet, { seed: 'seed', now: NOW, days: 7 }));
  const uptimes = planned.map(({ hours }) => lengthOf(upSpans(contactMinutes(hours))) / (7 * DAY_MS));
  expect(uptimes.every((uptime) => uptime > 0.95)).toBe(true);
  expect(uptimes.some((uptime) => uptime < 0.99)).toBe(true);
  const kinds = new Set(planned.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
  expect(kinds.has('power_lost') && kinds.has('power_back') && kinds.size > 3).toBe(true);
  expect(planned.every(({ faults }) => faults.every(({ atMs }) => atMs < NOW))).toBe(true);
});
