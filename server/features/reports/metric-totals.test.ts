import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPORT_DIMENSIONS, type Report } from '#contract/reports.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { SOPHISTICATED_REASONS } from '#domain/invalid-traffic.ts';
import { METRICS, metricUnit, REPORT_METRICS, type ReportMetric } from '#domain/report-metrics.ts';
import { mayReport } from '#domain/report-rights.ts';
import type { Perspective } from '#domain/role.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeWorld, storedEvent } from '../dashboard/testing/make-world.ts';

/*
 * A metric has one value for all readers of its report: alone or with all others, by any dimension or by none. No
 * metric of this world is zero, so the test notices a missing sum.
 */

type Reader = { readonly side: Perspective; readonly headers: { authorization: string } };
let server: TestApp;
let readers: readonly Reader[];

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  const { alpha, beta, volt, cola, shoes, outlets } = await makeWorld(server);
  readers = [
    { side: 'admin', headers: await server.asRole('admin') },
    { side: 'property', headers: await server.asRole('property', alpha.id) },
    { side: 'advertiser', headers: await server.asRole('advertiser', volt.id) },
  ];
  const invalid = { amountMicros: 0, ownerMicros: 0, energyMilliWh: 0 };
  const sophisticated = SOPHISTICATED_REASONS[0] ?? null;
  await server.events.insert(
    [1, 3, 9].flatMap((days) => {
      const at = TEST_NOW - days * DAY_MS;
      return [
        storedEvent(alpha, outlets.a1, cola, at),
        storedEvent(alpha, outlets.a2, cola, at - HOUR_MS, { signed: true }),
        storedEvent(beta, outlets.b1, shoes, at - 2 * HOUR_MS, { energyMetered: true }),
        storedEvent(alpha, outlets.a1, cola, at, { kind: 'click', energyMilliWh: 0 }),
        storedEvent(alpha, outlets.a1, cola, at, { kind: 'burn', energyMilliWh: 0 }),
        storedEvent(alpha, outlets.a1, cola, at, { ...invalid, invalid: 'outlet_pace' }),
        storedEvent(alpha, outlets.a2, cola, at, { ...invalid, invalid: sophisticated }),
      ];
    }),
  );
});
afterAll(() => server.close());

/** Returns a side's metrics. Leaves out uptime, which is not a sum of events and has its own tests. */
const metricsOf = (side: Perspective): readonly ReportMetric[] =>
  REPORT_METRICS.filter((metric) => metric !== 'uptime' && mayReport(side, metric));

async function read({ headers, side }: Reader, query: string): Promise<Report> {
  const response = await server.app.inject({ url: `/api/reports?${query}`, headers });
  expect(response.statusCode, `${side} ${query}: ${response.body}`).toBe(200);
  return response.json<Report>();
}

const addsUp = (metric: ReportMetric): boolean =>
  ['count', 'money', 'kwh'].includes(metricUnit(metric)) && !METRICS[metric].needs.some((sum) => sum === 'visitors');

test.each(['admin', 'property', 'advertiser'] as const)(
  'each metric of the side %s has one value, alone and with the others, by every dimension',
  async (side) => {
    const reader = readers.find((one) => one.side === side);
    if (reader === undefined) throw new Error(`No reader of ${side}.`);
    const metrics = metricsOf(side);
    const { total: together } = await read(reader, `range=30d&metrics=${metrics.join(',')}`);
    const dimensions = REPORT_DIMENSIONS.filter((dimension) => mayReport(side, dimension));
    for (const metric of metrics) {
      expect(together[metric], metric).not.toBe(0);
      expect(together[metric], metric).not.toBeNull();
      for (const dimension of ['', ...dimensions]) {
        const by = dimension === '' ? '' : `&dimensions=${dimension}&limit=1000`;
        const { data, total } = await read(reader, `range=30d&metrics=${metric}${by}`);
        expect(total, `${metric} by ${dimension}`).toEqual({ [metric]: together[metric] });
        if (dimension === '' || !addsUp(metric)) continue;
        const sum = data.reduce((all, { values }) => all + Number(values[metric]), 0);
        expect(sum, `rows of ${metric} by ${dimension}`).toBeCloseTo(Number(together[metric]), 6);
      }
    }
  },
);
