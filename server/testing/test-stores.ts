import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { migrateAccounts } from '../databases/accounts/open-accounts.ts';
import { createSealLedger } from '../databases/accounts/seal-ledger.ts';
import { postgresEngine, sqliteEngine } from '../databases/accounts/testing/open-engines.ts';
import type { EventsStore } from '../databases/events/events-store.ts';
import { openEvents } from '../databases/events/open-events.ts';
import type { SealLedger } from '../databases/events/seal-ledger.ts';
import { askClickhouse, type ClickhouseKind } from './servers/ask-servers.ts';

/** SQLite and the embedded engine; PostgreSQL and that; PostgreSQL and one ClickHouse server, or three shards. */
export type TestStores = 'embedded' | 'postgres' | ClickhouseKind;

type OpenStores = {
  readonly accounts: AccountsDb;
  readonly ledger: SealLedger;
  readonly events: EventsStore;
  /** What tells the product of these stores. */
  readonly env: Readonly<Record<string, string>>;
  /** Removes what they hold; both are closed before. */
  remove(): Promise<void>;
};

type Where = { readonly dataDir: string; readonly leastFreeBytes?: number };

/** Empty migrated stores of a test of the whole app: the embedded ones, or what TEST_STORES names. */
export async function openTestStores(where: Where, stores = chosenStores()): Promise<OpenStores> {
  const postgres = stores === 'embedded' ? null : postgresEngine();
  const engine = postgres ?? sqliteEngine(where.dataDir);
  const accounts = await engine.open();
  await migrateAccounts(accounts);
  const ledger = createSealLedger(accounts);
  if (stores === 'embedded' || stores === 'postgres') {
    return { accounts, ledger, events: await openEvents(where, ledger), env: {}, remove: engine.remove };
  }
  const clickhouse = await askClickhouse(stores);
  const [clickhouseUrl] = clickhouse.urls;
  return {
    accounts,
    ledger,
    events: await openEvents({ clickhouseUrl }, ledger),
    env: { DATABASE_URL: (await postgres?.url()) ?? '', CLICKHOUSE_URL: clickhouseUrl },
    remove: async () => {
      await engine.remove();
      await clickhouse.drop();
    },
  };
}

function chosenStores(): TestStores {
  const chosen = process.env.TEST_STORES;
  if (chosen === 'embedded' || chosen === 'postgres' || chosen === 'server' || chosen === 'cluster') return chosen;
  return process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded';
}
