import type { EventsStore } from '#event-store/events-store.ts';
import { openEvents } from '#event-store/open-events.ts';
import type { SealLedger } from '#event-store/seal-ledger.ts';
import { layEmptyEvents } from '#event-store/testing/lay-empty-events.ts';
import { locationOf } from '#event-store/testing/open-test-events.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { openAccounts } from '../databases/accounts/open-accounts.ts';
import { type Engine, postgresEngine, sqliteEngine } from '../databases/accounts/testing/open-engines.ts';
import { askClickhouse, type ClickhouseKind, hasClickhouse, hasPostgres } from './servers/ask-servers.ts';

/**
 * SQLite with the embedded engine, PostgreSQL with the embedded engine, or PostgreSQL with one ClickHouse server or
 * three shards.
 */
export type TestStores = 'embedded' | 'postgres' | ClickhouseKind;

/** The stores on which the product must behave the same. */
export const TEST_STORES = ['embedded', 'server', 'cluster'] as const satisfies TestStores[];

/** Returns whether this machine can run the stores. Tests on other stores are skipped and counted. */
export const canRun = (stores: TestStores) =>
  stores === 'embedded' || (hasPostgres() && (stores === 'postgres' || hasClickhouse()));

type OpenStores = {
  readonly accounts: AccountsDb;
  readonly ledger: SealLedger;
  readonly events: EventsStore;
};

export type StoresOfTest = {
  /** Environment variables that make the product use these stores. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Opens and migrates the stores. To simulate a restart, close both stores and call this function again. `now` is the
   * test's clock, if it has one.
   */
  open(now?: () => number): Promise<OpenStores>;
  /** Deletes the stores' data. Close both stores first. */
  remove(): Promise<void>;
};

/** Proxies between the product and its servers. Each function takes a server's URL and returns the proxy's URL. */
export type Between = Readonly<Record<'accounts' | 'events', (url: string) => Promise<string>>>;

type Where = { readonly dataDir: string; readonly leastFreeBytes?: number; readonly between?: Between };

/** Prepares empty stores for a test of the whole app. By default, prepares the stores named by TEST_STORES. */
export async function prepareTestStores(where: Where, stores = chosenStores()): Promise<StoresOfTest> {
  const postgres = stores === 'embedded' ? null : postgresEngine();
  const engine = postgres ?? sqliteEngine(where.dataDir);
  const clickhouse = stores === 'embedded' || stores === 'postgres' ? null : await askClickhouse(stores);
  const { between } = where;
  const [first, ...others] = clickhouse?.urls ?? [''];
  const urls = [(await between?.events(first)) ?? first, ...others] as const;
  const location = clickhouse === null ? null : locationOf(stores === 'cluster' ? 'cluster' : 'server', urls);
  return {
    env: {
      ...(postgres !== null && clickhouse !== null
        ? {
            DATABASE_URL: await postgres.url(),
            CLICKHOUSE_URL: clickhouse.urls[0],
            CLICKHOUSE_CLUSTER: location?.cluster?.name ?? '',
            CLICKHOUSE_NODES: location?.cluster?.nodes.join() ?? '',
            SESSION_SECRET: 'what all processes of a test sign their sessions with',
          }
        : {}),
    },
    async open(now) {
      const accounts = await openAccountsOf(engine, postgres && (await between?.accounts(await postgres.url())));
      const ledger = createSealLedger(accounts, clickhouse !== null);
      const room = where.leastFreeBytes === undefined ? {} : { leastFreeBytes: where.leastFreeBytes };
      if (location === null) await layEmptyEvents(where.dataDir);
      const events = await openEvents(location === null ? where : { ...location, ...room }, ledger, now);
      return { accounts, ledger, events };
    },
    async remove() {
      await engine.remove();
      await clickhouse?.drop();
    },
  };
}

async function openAccountsOf(engine: Engine, betweenUrl: string | null | undefined): Promise<AccountsDb> {
  const accounts = await engine.openMigrated();
  return betweenUrl == null ? accounts : openAccounts({ databaseUrl: betweenUrl });
}

/** Returns the stores named by TEST_STORES, or the default stores if it names none. */
export function chosenStores(): TestStores {
  const chosen = process.env.TEST_STORES;
  if (chosen === 'embedded' || chosen === 'postgres' || chosen === 'server' || chosen === 'cluster') return chosen;
  return process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded';
}
