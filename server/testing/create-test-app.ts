import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { v7 as uuid } from 'uuid';
import { HOUR_MS } from '#domain/durations.ts';
import type { StoredRole } from '#domain/role.ts';
import type { EventsDb } from '#event-store/events-db.ts';
import { readerOf } from '#event-store/events-reader.ts';
import type { EventsStore } from '#event-store/events-store.ts';
import type { SealLedger } from '#event-store/seal-ledger.ts';
import { buildApp } from '../app.ts';
import { type Config, isShared, readConfig } from '../config/config.ts';
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
import type { Ingestor } from '../ingestor.ts';
import type { ResolveTxt } from '../lib/resolve-txt.ts';
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
import { createSchemaWatch, type SchemaWatch } from '../start/watch-schema.ts';
import { createVisitorGate, type VisitorGate } from '../visitors/visitor-gate.ts';
import { makeUser } from './makers.ts';
import { type Between, prepareTestStores, type StoresOfTest, type TestStores } from './test-stores.ts';
import { keepFailures, watchAnswers } from './watch-answers.ts';

/** 2026-11-21T12:00:00Z, the initial time of a test's clock. */
export const TEST_NOW = Date.UTC(2026, 10, 21, 12);

export type TestClock = { ms: number; aheadMs: number };

export type TestApp = {
  readonly app: FastifyInstance;
  readonly config: Config;
  /** Environment variables for a command that uses the same stores. */
  readonly env: Readonly<Record<string, string>>;
  readonly accounts: AccountsDb;
  readonly events: EventsStore;
  readonly ledger: SealLedger;
  readonly ingestor: Ingestor;
  readonly gate: VisitorGate;
  readonly dependencies: Dependencies;
  /** The schema watch, which each process runs every two seconds. */
  readonly schema: SchemaWatch;
  /** The clock of the whole app. Set `ms` to move it, and `aheadMs` to move its process ahead of its store. */
  readonly clock: TestClock;
  /** Returns headers of a real session of the account. */
  as(user: { id: string }): Promise<{ authorization: string }>;
  /** The same, for a session whose password was entered too long ago for a dangerous action. */
  asStale(user: { id: string }): Promise<{ authorization: string }>;
  /** Returns headers of a new account of the role, linked to the customer. */
  asRole(role: StoredRole, customerId?: string): Promise<{ authorization: string }>;
  /** Compares the clock of its process with its store's, as each process does every minute. */
  measureClock(): Promise<void>;
  /** Stops it and starts another one on the same stored data. */
  restart(): Promise<TestApp>;
  close(): Promise<void>;
};

type Overrides = {
  readonly env?: Readonly<Record<string, string>>;
  /** The stores to run on. Default: the embedded ones. */
  readonly stores?: TestStores;
  /** The events store rejects events while the disk has less. */
  readonly leastFreeBytes?: number;
  /** A proxy between the app and the servers of its stores. */
  readonly between?: Between;
  /**
   * The operator's first rules. By default late views are not checked, because outlets of tests were never in contact.
   */
  readonly rules?: 'first';
  /** Wraps the app's events store, for tests of failing ones. */
  readonly wrapEvents?: (events: EventsDb) => EventsDb;
  /** The DNS answers. Default: none. */
  readonly resolveTxt?: ResolveTxt;
  /** Corrects its time by the store's clock, as `main.ts` does. `measureClock` measures the offset. */
  readonly goesByStoreClock?: boolean;
};

/**
 * Starts the whole app on real stores in its own folder. One test file uses one folder, because chDB allows one per
 * process.
 */
export async function createTestApp(overrides: Overrides = {}): Promise<TestApp> {
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
 * Disables the check of late views, because outlets of tests were never in contact. Runs once. A restarted test already
 * has the row.
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
  overrides: Overrides,
  dataDir: string,
  prepared: StoresOfTest,
  clock: TestClock,
): Promise<TestApp> {
  const { env = {}, wrapEvents = (same) => same } = overrides;
  const own = () => clock.ms + clock.aheadMs;
  const storeClock = createStoreClock({ own, monotonic: own, readStore: async () => clock.ms });
  // Most tests of a wrong clock check what is true without the correction too.
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
  const gate = createVisitorGate({ accounts, config, now, shared: isShared(config) });
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
