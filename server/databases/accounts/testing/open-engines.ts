import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { AccountsDb } from '../accounts-db.ts';
import { openAccounts } from '../open-accounts.ts';

export type Engine = {
  readonly name: string;
  /** An empty store, not migrated; each call opens the same one again. */
  open(): Promise<AccountsDb>;
  remove(): Promise<void>;
};

/** SQLite always; PostgreSQL too, in a schema of its own, when TEST_DATABASE_URL names a server. */
export function testEngines(): Engine[] {
  const url = process.env.TEST_DATABASE_URL;
  return [sqliteEngine(), ...(url ? [postgresEngine(url)] : [])];
}

/** The store of a test of the whole app: SQLite in its folder, or PostgreSQL when TEST_DATABASE_URL asks for that. */
export function testEngine(dataDir: string): Engine {
  const url = process.env.TEST_DATABASE_URL;
  return url ? postgresEngine(url) : sqliteEngine(dataDir);
}

function sqliteEngine(dataDir = mkdtempSync(join(tmpdir(), 'voltboard-accounts-'))): Engine {
  return {
    name: 'SQLite',
    open: () => openAccounts({ dataDir }),
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

function postgresEngine(url: string): Engine {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const inServer = async (statement: string) => {
    const server = await openAccounts({ databaseUrl: url });
    await sql.raw(statement).execute(server);
    await server.destroy();
  };
  const inSchema = new URL(url);
  inSchema.searchParams.set('options', `-c search_path=${schema}`);
  return {
    name: 'PostgreSQL',
    async open() {
      await inServer(`create schema if not exists ${schema}`);
      return openAccounts({ databaseUrl: inSchema.href });
    },
    remove: () => inServer(`drop schema ${schema} cascade`),
  };
}
