import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '#contract/reports.ts';
import { DAY_MS } from '#domain/durations.ts';
import { REPORT_METRICS } from '#domain/report-metrics.ts';
import { createSealJob, type SealJob } from '#event-store/seal-job.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { forgetVisitors } from '../../visitors/forget-visitors.ts';
import { makeWorld, storedEvent } from '../dashboard/testing/make-world.ts';

/* A count of distinct visitors is exact, or it is empty and the report says why. */

const RETENTION_DAYS = 30;
/** The first day, in UTC, whose events keep their visitors. */
const FIRST_KNOWN = '2026-10-22';

let server: TestApp;
let sealJob: SealJob;
let admin: { authorization: string };
let owner: { authorization: string };

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  const { events, ledger, clock } = server;
  const { alpha, beta, cola, outlets } = await makeWorld(server);
  admin = await server.asRole('admin');
  owner = await server.asRole('property', beta.id);
  sealJob = createSealJob(events, ledger, () => clock.ms);
  const fingerprint = (index: number) => index.toString(16).padStart(32, 'a');
  // Three visitors come every day to Alpha's outlet for 45 days. One of them also visits Beta's in the last week only.
  await events.insert(
    Array.from({ length: 45 }, (_, day) => day)
      .filter((day) => day % 9 !== 4)
      .flatMap((day) => [
        ...[1, 2, 3].map((visitor) =>
          storedEvent(alpha, outlets.a1, cola, TEST_NOW - day * DAY_MS, { fingerprint: fingerprint(visitor) }),
        ),
        ...(day < 7
          ? [storedEvent(beta, outlets.b1, cola, TEST_NOW - day * DAY_MS, { fingerprint: fingerprint(1) })]
          : []),
      ]),
  );
});
afterAll(async () => {
  await sealJob.close();
  await server.close();
});

async function read(query: string, headers = admin): Promise<Report> {
  const response = await server.app.inject({ url: `/api/reports?${query}`, headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Report>();
}

test('sorts rows by the shown values, with empty values last', async () => {
  const metrics = REPORT_METRICS.filter((metric) => metric !== 'uptime');
  for (const metric of metrics)
    for (const compare of ['', '&compare=previous']) {
      for (const sort of [metric, `-${metric}`]) {
        const range = `from=${FIRST_KNOWN}&to=2026-11-20`;
        const { data } = await read(`dimensions=day&metrics=${metric}&${range}&limit=100&sort=${sort}${compare}`);
        const shown = data.map(({ values }) => values[metric] ?? null);
        const known = shown.filter((value) => value !== null);
        const ordered = known.toSorted((a, b) => (sort === metric ? a - b : b - a));
        expect(shown, sort).toEqual([...ordered, ...shown.filter((value) => value === null)]);
      }
    }
  // Days without views have zero visitors, not an unknown number.
  const { data } = await read(
    `dimensions=day&metrics=visitors&from=${FIRST_KNOWN}&to=2026-11-20&limit=100&sort=visitors`,
  );
  expect(data[0]?.values).toEqual({ visitors: 0 });
});

test('after an erasure, counts visitors where they are known, and is empty with a note elsewhere', async () => {
  const metrics = 'metrics=views,visitors,views_per_visitor';
  const [long, short] = [`${metrics}&from=2026-10-10&to=2026-11-20`, `${metrics}&from=${FIRST_KNOWN}&to=2026-11-20`];
  const [before, shortBefore] = [await read(long), await read(short)];
  expect(before.total.visitors).toBe(3);
  const { accounts, events, clock, dependencies } = server;
  const needs = { accounts, events, sealJob, live: dependencies.live, now: () => clock.ms };
  await forgetVisitors({ ...needs, visitorDataDays: RETENTION_DAYS });

  expect(await read(short)).toEqual(shortBefore);
  const after = await read(long);
  expect(after.total).toEqual({ ...before.total, visitors: null, views_per_visitor: null });
  expect(after.notes).toEqual([expect.stringContaining(`start on Oct 22, 2026 (UTC) or later`)]);
  const byDay = await read(`${long}&dimensions=day&limit=100`);
  expect(byDay.data.every(({ values }) => values.visitors === null)).toBe(true);

  // A comparison with days that lack visitors leaves the period's own count as it is.
  const compared = await read(`${short}&compare=previous`);
  expect([compared.total.visitors, compared.compared_total?.visitors]).toEqual([3, null]);
  // The other customer has no view that lost its visitor: its count of all time is exact.
  expect((await read(metrics, owner)).total.visitors).toBe(1);
});

test('rejects an explanation of visitors for days without known visitors', async () => {
  const url = '/api/explain?figure=visitors&from=2026-10-10&to=2026-11-20';
  const answer = await server.app.inject({ url, headers: admin });
  expect(answer.statusCode, answer.body).toBe(400);
  expect(answer.json().error.message).toContain('Choose a later start');
});

test('figures with known_on lack the visitors of erased days too', async () => {
  // The store stamps rows with its own clock.
  server.clock.ms = Date.now() + DAY_MS;
  admin = await server.asRole('admin');
  const known = `known_on=${new Date(server.clock.ms).toISOString()}`;
  const { total } = await read(`metrics=views,visitors&from=2026-10-10&to=2026-11-20&${known}`);
  expect(total.views).toBeGreaterThan(0);
  expect(total.visitors).toBeNull();
});
