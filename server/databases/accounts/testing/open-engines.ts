import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { singleFlight } from '../../../lib/single-flight.ts';
import { askPostgres, hasPostgres } from '../../../testing/servers/ask-servers.ts';
import type { AccountsDb } from '../accounts-db.ts';
import { migrateAccounts, openAccounts } from '../open-accounts.ts';

export type Engine = {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** Opens the empty store without migrating it. Each call opens the same store again. */
  open(): Promise<AccountsDb>;
  /** Like `open`, but migrated to the newest schema. */
  openMigrated(): Promise<AccountsDb>;
  /** Closes open stores and removes all data. */
  remove(): Promise<void>;
};

/** Returns both engines. The PostgreSQL engine has its own database. */
export const testEngines = (): Engine[] => [sqliteEngine(), copiedPostgresEngine()];

/** Runs the tests in `body` on SQLite and on PostgreSQL. Skips PostgreSQL if there is no server. */
export function describeOnEngines(what: string, body: (engine: Engine) => void): void {
  for (const engine of testEngines()) {
    describe.skipIf(engine.name === 'PostgreSQL' && !hasPostgres())(`${what} on ${engine.name}`, () => body(engine));
  }
}

/** Returns an empty SQLite store in the folder. */
export function sqliteEngine(dataDir = mkdtempSync(join(tmpdir(), 'voltboard-accounts-'))): Engine {
  const opened: AccountsDb[] = [];
  const noted = (accounts: AccountsDb) => {
    opened.push(accounts);
    return accounts;
  };
  return {
    name: 'SQLite',
    open: async () => noted(await openAccounts({ dataDir })),
    openMigrated: async () => noted(await openMigrated(dataDir)),
    async remove() {
      for (const accounts of opened.splice(0)) await accounts.destroy();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The file of a newly migrated store. Created once per process, because the migrations take as long as many tests. */
let newest: Buffer | null = null;

/** Opens the folder's SQLite store at the newest schema. A new store is a copy of a migrated one. */
export async function openMigrated(dataDir: string): Promise<AccountsDb> {
  const file = join(dataDir, 'accounts.sqlite');
  const isNew = !existsSync(file);
  if (isNew && newest !== null) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, newest);
  }
  const accounts = await openAccounts({ dataDir });
  await migrateAccounts(accounts);
  if (isNew && newest === null) {
    await sql`pragma wal_checkpoint(TRUNCATE)`.execute(accounts);
    newest = readFileSync(file);
  }
  return accounts;
}

/** Runs a statement on this test run's server, outside any test's store. */
async function inServer(statement: string): Promise<void> {
  const server = await openAccounts({ databaseUrl: await askPostgres() });
  await sql.raw(statement).execute(server);
  await server.destroy();
}

/**
 * Returns an empty PostgreSQL store in its own schema on this test run's server. The schema's name begins with
 * `prefix`.
 */
export function postgresEngine(prefix = 'test'): Engine & { url(): Promise<string> } {
  const schema = `"${prefix}_${randomBytes(6).toString('hex')}"`;
  const opened: AccountsDb[] = [];
  const url = async () => {
    const inSchema = new URL(await askPostgres());
    inSchema.searchParams.set('options', `-c search_path=${schema}`);
    return inSchema.href;
  };
  async function open() {
    await inServer(`create schema if not exists ${schema}`);
    const accounts = await openAccounts({ databaseUrl: await url() });
    opened.push(accounts);
    return accounts;
  }
  return {
    name: 'PostgreSQL',
    url,
    open,
    async openMigrated() {
      const accounts = await open();
      await migrateAccounts(accounts);
      return accounts;
    },
    async remove() {
      for (const accounts of opened.splice(0)) await accounts.destroy();
      await inServer(`drop schema if exists ${schema} cascade`);
    },
  };
}

/**
 * A store that can be copied. Each copy has the state at the time of copying, which may close open connections to the
 * store.
 */
export type CopiedEngine = Engine & { copy(): Promise<Engine> };

/** Returns a SQLite store that is copied by copying its file. */
export function copiedSqliteEngine(dataDir: string): CopiedEngine {
  const engine = sqliteEngine(dataDir);
  return {
    ...engine,
    async copy() {
      const accounts = await engine.open();
      await sql`pragma wal_checkpoint(truncate)`.execute(accounts);
      const folder = mkdtempSync(join(tmpdir(), 'voltboard-copied-'));
      copyFileSync(join(dataDir, 'accounts.sqlite'), join(folder, 'accounts.sqlite'));
      return sqliteEngine(folder);
    },
  };
}

const EMPTY = 'template0';

/**
 * Returns the name of a migrated database without open connections. Created once per process, on a server that stops
 * after the test run.
 */
const migratedDatabase = singleFlight('unless it fails', async (): Promise<string> => {
  const name = `test_migrated_${randomBytes(6).toString('hex')}`;
  const accounts = await copiedPostgresEngine(name).open();
  await migrateAccounts(accounts);
  await accounts.destroy();
  return name;
});

/** Returns a PostgreSQL store in its own database. The store can be copied while it has no open connections. */
export function copiedPostgresEngine(name = `test_${randomBytes(6).toString('hex')}`, origin = EMPTY): CopiedEngine {
  const opened: AccountsDb[] = [];
  const closeAll = async () => {
    for (const accounts of opened.splice(0)) await accounts.destroy();
  };
  let isMade = false;
  async function make(template: string) {
    await inServer(`create database ${name} template ${template}`);
    isMade = true;
  }
  async function open() {
    if (!isMade) await make(origin);
    const own = new URL(await askPostgres());
    own.pathname = `/${name}`;
    const accounts = await openAccounts({ databaseUrl: own.href });
    opened.push(accounts);
    return accounts;
  }
  return {
    name: 'PostgreSQL',
    open,
    async openMigrated() {
      if (!isMade && origin === EMPTY && process.env.TEST_DATABASE_URL === undefined)
        await make(await migratedDatabase());
      const accounts = await open();
      await migrateAccounts(accounts);
      return accounts;
    },
    async copy() {
      await closeAll();
      return copiedPostgresEngine(`${name}_${randomBytes(3).toString('hex')}`, name);
    },
    async remove() {
      await closeAll();
      await inServer(`drop database if exists ${name} with (force)`);
      isMade = false;
    },
  };
}
