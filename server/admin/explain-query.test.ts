import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { createSealJob, type SealJob } from '#event-store/seal-job.ts';
import { createBilling } from '../billing/create-billing.ts';
import { lockDataFolder } from '../databases/data-folder-lock.ts';
import { makeWorld, storedEvent } from '../features/dashboard/testing/make-world.ts';
import { traceReport } from '../features/reports/trace-report.ts';
import { createQueryExplaining } from '../maintenance/explain-query-job.ts';
import type { JobRunner } from '../maintenance/job-runner.ts';
import { openMaintenance } from '../maintenance/open-maintenance.ts';
import { createFiguresWatch } from '../notices/watch-figures.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../testing/create-test-app.ts';
import { runAdmin } from './run-admin.ts';

let app: TestApp;
let sealJob: SealJob;
let runner: JobRunner;
let unlock: () => void;
let ticking: NodeJS.Timeout;
let headers: Readonly<Record<'admin' | 'alpha' | 'volt', { authorization: string }>>;
const zone = { NETWORK_TIME_ZONE: 'America/New_York' };

beforeAll(async () => {
  app = await createTestApp({ env: zone });
  const { accounts, events, ledger, config, gate, clock, dependencies } = app;
  const { alpha, beta, volt, cola, outlets } = await makeWorld(app);
  headers = {
    admin: await app.asRole('admin'),
    alpha: await app.asRole('property', alpha.id),
    volt: await app.asRole('advertiser', volt.id),
  };
  const now = () => clock.ms;
  sealJob = createSealJob(events, ledger, now);
  await events.insert(
    Array.from({ length: 20 }, (_, day) => TEST_NOW - day * DAY_MS).flatMap((ms) => [
      storedEvent(alpha, outlets.a1, cola, ms),
      storedEvent(beta, outlets.b1, cola, ms),
    ]),
  );
  await sealJob.runNow();
  unlock = lockDataFolder(config.dataDir);
  const { live, network, notices } = dependencies;
  const figures = createFiguresWatch({ sealJob, notices, note: async () => undefined, warn: () => undefined });
  const stores = { accounts, events, config, now, network };
  const explainQuery = createQueryExplaining(stores, traceReport);
  const jobs = { sealJob, gate, figures, billing: createBilling(stores), explainQuery };
  runner = openMaintenance({ ...stores, ...jobs, live, report: (error) => console.error(error) });
  ticking = setInterval(() => void runner.look(), 50);
});
afterAll(async () => {
  clearInterval(ticking);
  await runner.close();
  await sealJob.close();
  unlock();
  await app.close();
});

async function explain(query: string, as?: string) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const code = await runAdmin({
    args: ['explain-query', query, ...(as === undefined ? [] : ['--as', as])],
    env: { ...app.env, ...zone },
    terminal: { input: Readable.from([]), output },
    errors,
    now: () => app.clock.ms,
  });
  return { code, out: String(output.read() ?? ''), err: String(errors.read() ?? '') };
}

const BY_DAY_AND_VENUE = 'range=30d&metrics=views,revenue&dimensions=day,venue';

test('the running server prints every statement of a report, with its parameters and the filter of its scope', async () => {
  const { code, out, err } = await explain(BY_DAY_AND_VENUE, 'owner:alpha hotels');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain(`-- GET /api/reports?${BY_DAY_AND_VENUE}\n-- Scope: owner 1\n`);
  expect(out).toMatch(/^-- Reader: cells\n-- Sealed: generation \d+, 3 weeks, before 2026-11-18$/m);
  expect(out).toMatch(/^-- Statement 1 of \d+: single events$/m);
  expect(out).toMatch(/^-- Scope filter: .*'\w+\.events':'customer_id = 1'/m);
  expect(out).toMatch(/^-- Sent 1 of \d+, [1-9]\d* rows to read$/m);
  expect(out).toContain('--   scopeKey = 1\n');
  expect(out).toMatch(/^ {2}AND customer_id = \{scopeKey:UInt32\}$/m);
  expect((await explain('metrics=views')).out).toContain('-- Scope: everything\n');
  const advertiser = await explain('metrics=views&dimensions=flight', 'advertiser:Volt Cola');
  expect(advertiser.out).toMatch(/^ {2}AND advertiser_id = \{scopeKey:UInt32\}$/m);
});

test('cached answers hide no statement', async () => {
  const { out } = await explain(BY_DAY_AND_VENUE, 'owner:Alpha Hotels');
  const read = () => app.app.inject({ url: `/api/reports?${BY_DAY_AND_VENUE}`, headers: headers.alpha });
  for (let times = 0; times < 2; times += 1) expect((await read()).statusCode).toBe(200);
  expect((await explain(`/api/reports?${BY_DAY_AND_VENUE}`, 'owner:Alpha Hotels')).out).toBe(out);
});

test.each([
  ['admin', 'metrics=nothing'],
  ['admin', 'range=30d&metrics='],
  ['admin', 'range=99d'],
  ['admin', 'range=7d&from=2026-11-01&to=2026-11-02'],
  ['admin', 'range=7d&range=30d'],
  ['admin', 'colour=red'],
  ['admin', 'filters={'],
  ['admin', 'compare=previous'],
  ['admin', 'cid=Nobody'],
  ['admin', 'known_on=2027-01-01'],
  ['admin', 'range=7d&dimensions=day&cursor=wrong'],
  ['alpha', 'dimensions=campaign'],
  ['alpha', 'cid=Beta+Caf%C3%A9s'],
  ['volt', 'metrics=energy_kwh'],
] as const)('%s is refused %s in the words of the API', async (reader, query) => {
  const answer = await app.app.inject({ url: `/api/reports?${query}`, headers: headers[reader] });
  const { error } = answer.json<{ error: { message: string } }>();
  const as = { admin: undefined, alpha: 'owner:Alpha Hotels', volt: 'advertiser:Volt Cola' }[reader];
  expect(await explain(query, as)).toMatchObject({ code: 1, err: `${error.message}\n` });
});

test.each([
  ['nobody', /'nobody' is not a reader\. Enter admin, owner:<cid or name>/],
  ['owner:Nobody', /'Nobody'/],
  ['owner:Volt Cola', /'Volt Cola' is an advertiser/],
  ['advertiser:Alpha Hotels', /'Alpha Hotels' is an owner/],
])('the reader %s is refused in one line', async (as, message) => {
  const { code, out, err } = await explain('metrics=views', as);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(message);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('without a server the command opens the events store itself', async () => {
  const { out } = await explain(BY_DAY_AND_VENUE, 'owner:Alpha Hotels');
  clearInterval(ticking);
  await runner.close();
  await sealJob.close();
  await app.events.close();
  unlock();
  unlock = () => undefined;
  const { code, out: own } = await explain(BY_DAY_AND_VENUE, 'owner:Alpha Hotels');
  expect(code).toBe(0);
  expect(withoutComments(own)).toBe(withoutComments(out));
});

/** Removes comments, because parameters depend on the time, and a command that runs beside servers uses their clock. */
const withoutComments = (text: string) => text.replace(/^--.*\n/gm, '');
