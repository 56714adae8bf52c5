// Played by `npm run test:full` alone.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { createSealJob, type SealJob } from '#event-store/seal-job.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { createBilling } from '../billing/create-billing.ts';
import { createReportMails } from '../features/reports/mail-reports.ts';
import { createFigures } from '../figures/figures.ts';
import { CHECK_FIGURES, createFiguresCheckJob } from '../maintenance/check-figures-job.ts';
import { figuresNote } from '../maintenance/figures-check.ts';
import { createJobRunner } from '../maintenance/job-runner.ts';
import { findJob, insertJob } from '../maintenance/jobs-queries.ts';
import { createTurns } from '../maintenance/recurring-jobs.ts';
import { createFiguresWatch } from '../notices/watch-figures.ts';
import { createTestApp, TEST_NOW, type TestApp } from './create-test-app.ts';
import { type FlakyProxy, openFlakyHttp, openFlakyPostgres } from './flaky-proxy.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet, makeUser } from './makers.ts';
import { canRun } from './test-stores.ts';

// Runs jobs and exports on servers that drop every few calls. A job makes many more calls than that.

const MONTH = '2026-10';
const FIRST_MS = Date.UTC(2026, 9, 1, 12);
const DAYS = 31;
const RUN = '01900000-0000-7000-8000-0000000000f7';
/**
 * Number of a store's calls between two drops. Sealing has a larger number, because the statements for a week belong
 * together.
 */
const [EVENTS_EVERY, SEALING_EVERY] = [3, 17];
const ACCOUNTS_EVERY = 7;
/**
 * Number of calls between two drops while a job runs. There are several variants, because repeated calls may meet a
 * drop each time. A transaction must fit between two drops.
 */
const UNDER_JOBS_EVERY = [ACCOUNTS_EVERY, 8, 11];

const isPlayed = canRun('server');
let proxies: Readonly<Record<'accounts' | 'events', FlakyProxy>>;
let server: TestApp;
let sealJob: SealJob;
let asBoss: () => Promise<{ authorization: string }>;
let ownerId: string;

beforeAll(async () => {
  if (!isPlayed) return;
  const opened: Partial<Record<'accounts' | 'events', FlakyProxy>> = {};
  server = await createTestApp({
    stores: 'server',
    env: { SMTP_URL: 'smtp://127.0.0.1:1', NETWORK_TIME_ZONE: 'UTC' },
    between: {
      accounts: async (url) => {
        opened.accounts = await openFlakyPostgres(url);
        return opened.accounts.url;
      },
      events: async (url) => {
        opened.events = await openFlakyHttp(url);
        return opened.events.url;
      },
    },
  });
  if (!opened.accounts || !opened.events) throw new Error('no proxies');
  proxies = { accounts: opened.accounts, events: opened.events };
  sealJob = createSealJob(server.events, server.ledger, () => server.clock.ms);
  await layMonth();
});
beforeEach(() => {
  if (isPlayed) drop(null, null);
});
afterAll(async () => {
  if (!isPlayed) return;
  drop(null, null);
  await sealJob.close();
  await server.close();
  for (const proxy of Object.values(proxies)) proxy.close();
});

/** Writes one event for each day of the month, and some events of today. */
async function layMonth(): Promise<void> {
  const { accounts, events } = server;
  const owner = await makeCustomer(accounts, { name: 'Pier House' });
  const sponsor = await makeCustomer(accounts, { name: 'Sparkle', kind: 'advertiser' });
  const outlet = await makeOutlet(accounts, { customerId: owner.id });
  const campaign = await makeCampaign(accounts, { customerId: sponsor.id });
  const flight = await makeFlight(accounts, { campaignId: campaign.id });
  const keys = {
    customerKey: owner.key,
    outletKey: outlet.key,
    advertiserKey: sponsor.key,
    campaignKey: campaign.key,
    flightKey: flight.key,
  };
  const times = [...Array.from({ length: DAYS }, (_, day) => FIRST_MS + day * DAY_MS), TEST_NOW - HOUR_MS];
  await events.insert(
    times.map((timestampMs, at) =>
      makeStoredEvent({ ...keys, timestampMs, eventId: BigInt(at + 1), amountMicros: 10_000, ownerMicros: 3_000 }),
    ),
  );
  ownerId = owner.id;
  const boss = await makeUser(accounts, { role: 'admin' });
  asBoss = () => server.as(boss);
  const decided = { state: 'approved', decided_at: 2, decided_by_id: boss.id, why: '' } as const;
  const run = { id: RUN, number: 7, minimum_cents: 0, proposed_at: 1, proposed_by_id: boss.id };
  await accounts
    .insertInto('payout_runs')
    .values({ ...run, ...decided })
    .execute();
}

function drop(accountsEvery: number | null, eventsEvery: number | null): void {
  proxies.accounts.dropEvery(accountsEvery);
  proxies.events.dropEvery(eventsEvery);
}

/** Runs a recurring job once. Returns the number of dropped calls. */
async function recur(work: () => Promise<unknown>, eventsEvery = EVENTS_EVERY): Promise<number> {
  const turns = createTurns({ accounts: server.accounts, now: () => server.clock.ms, report: () => undefined });
  drop(null, eventsEvery);
  await turns.here('a job', work);
  const dropped = proxies.accounts.dropped() + proxies.events.dropped();
  drop(null, null);
  return dropped;
}

function watchOf() {
  const { accounts, clock, dependencies } = server;
  const { notices } = dependencies;
  const note = figuresNote(accounts, () => clock.ms);
  return createFiguresWatch({ sealJob, notices, note, warn: () => undefined });
}

test.runIf(isPlayed)('seals and compares closed days', async () => {
  expect(await recur(() => sealJob.runNow(), SEALING_EVERY)).toBeGreaterThan(3);
  expect((await server.ledger.current()).watermark).toBe('2026-11-18');
  const watch = watchOf();
  const found: unknown[] = [];
  const dropped = await recur(async () => {
    found.push(await watch.check());
  });
  expect(dropped).toBeGreaterThan(5);
  expect(found).toMatchObject([{ weeks: 6, differences: [], repairedWeeks: [], losses: [] }]);
});

test.runIf(isPlayed)('closes a month with the sums of its events', async () => {
  const { accounts, config, dependencies, events, clock } = server;
  const billing = createBilling({
    accounts,
    config,
    events,
    network: dependencies.network,
    now: () => clock.ms,
    settleMs: -1_000,
  });
  const dropped = await recur(() => billing.close(MONTH));
  expect(dropped).toBeGreaterThan(5);
  const documents = await accounts.selectFrom('documents').select(['kind', 'total_cents']).orderBy('kind').execute();
  expect(documents).toEqual([
    { kind: 'invoice', total_cents: DAYS },
    { kind: 'statement', total_cents: 9 },
  ]);
  expect((await billing.verify()).faults).toEqual([]);
});

test.runIf(isPlayed).each(UNDER_JOBS_EVERY)(
  'runs a job that a command requested while both stores drop calls (%i)',
  async (every) => {
    const { accounts, clock } = server;
    const payload = JSON.stringify({ isDry: false });
    const id = `asked-${every}`;
    await insertJob(accounts, { id, kind: CHECK_FIGURES, payload, requested_at: clock.ms });
    const [now, time] = [() => clock.ms, async () => clock.ms];
    const works = { [CHECK_FIGURES]: createFiguresCheckJob(watchOf()) };
    const failures: unknown[] = [];
    const report = (error: unknown) => failures.push(error);
    const runner = createJobRunner({ accounts, works, shared: true, now, time, report });
    drop(every, SEALING_EVERY);
    const stateOf = async () => (await findJob(accounts, id).catch(() => undefined))?.state;
    // A check fails if a statement of the runner is dropped. The next check takes place a minute later.
    for (let looks = 0; looks < 20 && (await stateOf()) !== 'done'; looks += 1) {
      await runner.look().catch(() => undefined);
      clock.ms += MINUTE_MS;
    }
    drop(null, null);
    expect({ state: await stateOf(), failures }).toEqual({ state: 'done', failures: [] });
    await runner.close();
  },
);

test.runIf(isPlayed)('mails a due report once', async () => {
  const { accounts, clock, config, dependencies, events } = server;
  const { live, network } = dependencies;
  const reader = await makeUser(accounts, { role: 'property', customerId: ownerId });
  const times = { created_at: clock.ms, updated_at: clock.ms };
  const question = JSON.stringify({ dimensions: 'day', metrics: 'views', from: '2026-10-01', to: '2026-10-31' });
  const named = { id: 'r', user_id: reader.id, customer_id: ownerId, name: 'r', name_key: 'r', version: 1 };
  await accounts
    .insertInto('saved_reports')
    .values({ ...named, ...times, shared: 0, question })
    .execute();
  const due = { every_span: 'day', weekday: 1, day_of_month: 1, hour: 0, time_zone: 'UTC', format: 'csv' } as const;
  await accounts
    .insertInto('report_schedules')
    .values({ id: 's', report_id: 'r', ...due, next_at: clock.ms - HOUR_MS, created_at: clock.ms })
    .execute();
  await accounts.insertInto('report_recipients').values({ schedule_id: 's', user_id: reader.id }).execute();
  // With empty caches.
  const figures = createFigures({ accounts, config, events, live, network, now: () => clock.ms });
  const mails = createReportMails({ ...dependencies, figures });
  expect(await recur(mails.runNow)).toBeGreaterThan(0);
  const delivered = await accounts.selectFrom('report_deliveries').select('reason').execute();
  expect(delivered).toEqual([{ reason: '' }]);
});

test.runIf(isPlayed).each([
  ['a report', '/api/reports?dimensions=day&metrics=views,revenue&from=2026-10-01&to=2026-10-31&format=csv'],
  ['the users', '/api/users/export'],
  ['the customers', '/api/admin/customers/export'],
  ['the outlets', '/api/admin/outlets/export'],
  ['the campaigns', '/api/admin/campaigns/export'],
  ['payments for the bank', `/api/payout-runs/${RUN}/export`],
])('the file of %s is complete and identical', async (_, url) => {
  const headers = await asBoss();
  const take = () => server.app.inject({ url, headers });
  drop(ACCOUNTS_EVERY, 2);
  const flaky = await take();
  expect(proxies.accounts.dropped() + proxies.events.dropped()).toBeGreaterThan(0);
  drop(null, null);
  const steady = await take();
  expect([flaky.statusCode, flaky.body]).toEqual([200, steady.body]);
});

test.runIf(isPlayed)('exports all events of a document, even if the store fails in the middle', async () => {
  const { accounts } = server;
  const { id } = await accounts
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', 'statement')
    .executeTakeFirstOrThrow();
  const headers = await asBoss();
  const take = () => server.app.inject({ url: `/api/documents/${id}/events`, headers });
  const steady = await take();
  drop(null, 2);
  for (let tries = 0; tries < 3; tries += 1) expect((await take()).body).toBe(steady.body);
  expect(steady.body.trim().split('\n')).toHaveLength(DAYS + 1);
  expect(proxies.events.dropped()).toBeGreaterThan(3);
});

test.runIf(isPlayed)('exports an account and the audit log completely', async () => {
  const headers = await asBoss();
  drop(ACCOUNTS_EVERY, null);
  for (const url of ['/api/account/export', '/api/audit/export']) {
    const answer = await server.app.inject({ url, headers });
    expect([url, answer.statusCode]).toEqual([url, 200]);
  }
  expect(proxies.accounts.dropped()).toBeGreaterThan(1);
});
