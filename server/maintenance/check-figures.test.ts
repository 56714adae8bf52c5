import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { checkFigures } from '../admin/check-figures.ts';
import { lockDataFolder } from '../databases/data-folder-lock.ts';
import { createSealJob, type SealJob } from '../databases/events/seal-job.ts';
import { makeStoredEvent } from '../databases/events/testing/make-stored-event.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../testing/create-test-app.ts';
import { makeCustomer } from '../testing/makers.ts';
import { createFiguresWatch } from '../watch-figures.ts';
import { figuresNote } from './figures-check.ts';
import type { JobRunner } from './job-runner.ts';
import { openMaintenance } from './open-maintenance.ts';

let app: TestApp;
let sealJob: SealJob;
let runner: JobRunner;
let unlock: () => void;
let ticking: NodeJS.Timeout;

beforeAll(async () => {
  app = await createTestApp();
  const { accounts, events, ledger, config, gate, dependencies } = app;
  unlock = lockDataFolder(config.dataDir);
  const now = () => app.clock.ms;
  sealJob = createSealJob(events, ledger, now);
  const { live, notices } = dependencies;
  const figures = createFiguresWatch({ sealJob, notices, note: figuresNote(accounts, now), warn: () => undefined });
  const report = (error: unknown) => console.error(error);
  runner = openMaintenance({ accounts, events, config, sealJob, gate, figures, live, now, report });
  ticking = setInterval(() => void runner.look(), 50);
});
afterAll(async () => {
  clearInterval(ticking);
  await runner.close();
  await sealJob.close();
  unlock();
  await app.close();
});

async function check(isDry: boolean) {
  const lines: string[] = [];
  const { accounts, config, clock } = app;
  const context = { accounts, config, now: () => clock.ms, print: (line: string) => lines.push(line) };
  const refused = await checkFigures(context, isDry).then(
    () => null,
    (error: Error) => error.message,
  );
  return { lines, refused };
}

async function ready(role?: 'admin' | 'property') {
  const headers = role === undefined ? {} : await app.asRole(role);
  return (await app.app.inject({ url: '/api/readyz', headers })).json();
}

test('what differs is printed to the micro-dollar by week and customer, sealed anew, and told to administrators', async () => {
  const { accounts, events } = app;
  const alpha = await makeCustomer(accounts, { name: 'Alpha Hotels' });
  const beta = await makeCustomer(accounts, { name: 'Beta Cafés' });
  const weeks = [12, 12, 12, 20].map((daysAgo, at) =>
    makeStoredEvent({
      ...{ eventId: BigInt(at + 1), timestampMs: TEST_NOW - daysAgo * DAY_MS, amountMicros: 5_001 + at },
      ...{ customerKey: at === 1 ? beta.key : alpha.key, localDay: '2026-11-09' },
    }),
  );
  await events.insert(weeks);
  expect(await ready('admin')).toEqual({ status: 'ready', accounts: true, events: true, figures: null });
  await sealJob.runNow();
  expect(await check(false)).toEqual({ lines: ['2 weeks compared: all sums agree with the events.'], refused: null });

  // One week too large for one customer and lost for another, one week too small.
  const { weeks: seals } = await events.seal();
  const [second, first] = [...seals.entries()].sort().map(([, { number }]) => number);
  const command = (sql: string) => events.engine.command(sql);
  await command(`INSERT INTO sealed_day SELECT * FROM sealed_day WHERE seal = ${first} AND customer_id = ${beta.key}`);
  await command(
    `ALTER TABLE ${events.engine.rowsOf('sealed_day')} DELETE WHERE seal = ${second} SETTINGS mutations_sync = 2`,
  );
  const found = [
    'Week of, customer: events minus sealed sums (money in micro-dollars)',
    "2026-10-26, Alpha Hotels: views +1, clicks 0, burns 0, money +5004, owner's part +1500, energy +25000 mWh (on 1 day)",
    "2026-11-09, Beta Cafés: views -1, clicks 0, burns 0, money -5002, owner's part -1500, energy -25000 mWh (on 1 day)",
  ];
  expect(await check(true)).toEqual({
    lines: found,
    refused: '2 weeks compared: not all sums agree. Without --dry-run they are sealed anew.',
  });
  expect((await ready('admin')).figures).toMatchObject({ weeks: 2, differing: 2, repaired: 0, missing: 0 });
  expect(await check(false)).toEqual({
    lines: [...found, '2 weeks compared: what differed was sealed anew from the events.'],
    refused: null,
  });
  const checkedAt = new Date(TEST_NOW).toISOString();
  expect((await ready('admin')).figures).toEqual({ checkedAt, weeks: 2, differing: 2, repaired: 2, missing: 0 });
  expect((await app.dependencies.notices.list()).map(({ kind }) => kind)).toEqual(['figures']);
  for (const role of [undefined, 'property'] as const)
    expect(await ready(role)).toEqual({ status: 'ready', accounts: true, events: true });
  expect(await check(false)).toEqual({ lines: ['2 weeks compared: all sums agree with the events.'], refused: null });
});
