import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { HOUR_MS } from '#domain/durations.ts';
import { readerOf } from '#event-store/events-reader.ts';
import { buildApp } from '../app.ts';
import { isShared, readConfig } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../dependencies.ts';
import { createBudgets } from '../features/ingest/budget/create-budgets.ts';
import { asTime } from '../features/ingest/budget/spend-queries.ts';
import { createIngestor } from '../features/ingest/create-ingestor.ts';
import { createPlayServer } from '../features/serve/create-play-server.ts';
import { createFigures } from '../figures/figures.ts';
import { createCostlyQueue } from '../http/costly-requests.ts';
import { createSessionTokens } from '../http/session-token.ts';
import { importsHere } from '../import-runs/imports-here.ts';
import { createStoreClock } from '../lib/store-clock.ts';
import { createLiveChanges } from '../live/live-changes.ts';
import { createMail } from '../mail/mail.ts';
import { measureIngestor } from '../metrics/measure-ingestor.ts';
import { measureInserts } from '../metrics/measure-inserts.ts';
import { measureImports } from '../metrics/measure-jobs.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createNetworkMemory } from '../network/snapshot/network-memory.ts';
import { createNotices } from '../notices/create-notices.ts';
import { createClockWatch } from '../notices/watch-clock.ts';
import { createOpenPlays } from '../plays/create-open-plays.ts';
import { openConfig } from '../start/installation-secret.ts';
import { createSchemaWatch } from '../start/watch-schema.ts';
import { createVisitorGate } from '../visitors/visitor-gate.ts';
import { makeUser } from './makers.ts';
import { TEST_NOW, type TestApp, type TestAppOptions, type TestClock } from './test-app.ts';
import { prepareTestStores, type StoresOfTest } from './test-stores.ts';
import { keepFailures, watchAnswers } from './watch-answers.ts';

/**
 * Starts the whole app on real stores in its own folder. Each test file uses only one folder, because chDB allows only
 * one per process.
 */
export async function openTestApp(overrides: TestAppOptions): Promise<TestApp> {
  const { between, leastFreeBytes, stores } = overrides;
  const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-test-'));
  const where = {
    dataDir,
    ...(leastFreeBytes === undefined ? {} : { leastFreeBytes }),
    ...(between === undefined ? {} : { between }),
  };
  return startTestApp(overrides, dataDir, await prepareTestStores(where, stores), { ms: TEST_NOW, aheadMs: 0 });
}

/**
 * Disables the check for late views, because outlets in tests were never in contact. Idempotent, because the row
 * already exists after a restart.
 */
export async function acceptLateViews(accounts: AccountsDb): Promise<void> {
  const switches = { outlet_pace: 1, data_centre: 1, silent_minutes: null, backfill_hours: null } as const;
  await accounts
    .insertInto('traffic_rules')
    .values({ id: '0', valid_from: 0, made_by: 'tests', visitor_seconds: 3_600, ...switches })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

async function startTestApp(
  overrides: TestAppOptions,
  dataDir: string,
  prepared: StoresOfTest,
  clock: TestClock,
): Promise<TestApp> {
  const { env = {}, wrapEvents = (same) => same } = overrides;
  const own = () => clock.ms + clock.aheadMs;
  const storeClock = createStoreClock({ own, monotonic: own, readStore: async () => clock.ms });
  // Most tests of a wrong clock also check what is true without the correction.
  const now = overrides.goesByStoreClock ? storeClock.now : own;
  const opened = await prepared.open(now);
  const { accounts, ledger } = opened;
  if (overrides.rules !== 'first') await acceptLateViews(accounts);
  const settings = readConfig({
    DATA_DIR: dataDir,
    DEMO: 'off',
    ADMIN_MFA: 'off',
    LOG_LEVEL: 'error',
    PUBLIC_URL: 'http://localhost:4000',
    ...prepared.env,
    ...env,
  });
  const config = await openConfig({ settings, accounts, now, replacesLost: true });
  const metrics = createMetrics(config, '0.0.0-test');
  const events = measureInserts(opened.events, metrics);
  const live = createLiveChanges();
  const gate = createVisitorGate({ accounts, config, now, shared: isShared(config) ? events : null });
  const reached = wrapEvents(events);
  const network = createNetworkMemory(accounts);
  const stores = { config, accounts, events: reached, live, network, now, clock: storeClock };
  const budgets = createBudgets({ ...stores, sharedTime: () => asTime(clock.ms) });
  const paying = { budgets, openPlays: createOpenPlays(stores) };
  const ingestor = measureIngestor(createIngestor({ ...stores, gate, ...paying }), metrics);
  const notices = createNotices({ accounts, now });
  const mail = createMail({ config, now });
  const schema = createSchemaWatch({ accounts, warn: () => undefined });
  const dependencies: Dependencies = {
    config,
    accounts,
    events: readerOf(reached),
    figures: createFigures(stores),
    ingestor,
    budgets,
    playServer: createPlayServer({
      ...stores,
      events: readerOf(reached),
      ...paying,
      report: (line) => process.emitWarning(line),
    }),
    live,
    mail,
    network,
    notices,
    costlyWork: createCostlyQueue(),
    metrics,
    now,
    clock: storeClock,
    schema,
    time: async () => clock.ms,
    resolveTxt: overrides.resolveTxt ?? (async () => []),
    imports: measureImports(importsHere({ accounts, config, mail, now }), metrics),
  };
  const failures = keepFailures();
  const app = await buildApp(dependencies, {
    logTo: failures,
    version: '0.0.0-test',
    shedsLoad: false,
    webFolder: env.WEB_FOLDER ?? join(dataDir, 'web'),
  });
  await app.ready();
  watchAnswers(app, failures);
  const tokens = createSessionTokens(config);

  async function as({ id: userId }: { id: string }, confirmedAt = clock.ms) {
    const session = { id: uuid(), userId, createdAt: clock.ms, expiresAt: clock.ms + 12 * HOUR_MS };
    const times = { created_at: clock.ms, last_used_at: clock.ms, expires_at: session.expiresAt, ended_at: null };
    const login = { confirmed_at: confirmedAt, method: 'password' };
    await accounts
      .insertInto('sessions')
      .values({ id: session.id, user_id: userId, ...times, ...login, ip: '127.0.0.1', user_agent: 'test' })
      .execute();
    return { authorization: `Bearer ${await tokens.sign(session)}` };
  }

  async function stop() {
    await app.close();
    await dependencies.ingestor.close();
    await events.close();
    await accounts.destroy();
  }

  return {
    app,
    config,
    env: { DATA_DIR: dataDir, PUBLIC_URL: config.publicUrl, ...prepared.env },
    accounts,
    events,
    ledger,
    ingestor,
    gate,
    dependencies,
    schema,
    clock,
    as: (user) => as(user),
    asStale: (user) => as(user, clock.ms - HOUR_MS),
    asRole: async (role, customerId) =>
      as(await makeUser(accounts, { role, ...(customerId === undefined ? {} : { customerId }) })),
    measureClock: createClockWatch({ clock: storeClock, notices, host: 'this server', warn: () => undefined }).look,
    async restart() {
      await stop();
      return startTestApp(overrides, dataDir, prepared, clock);
    },
    async close() {
      await stop();
      await prepared.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
