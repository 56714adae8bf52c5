import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { askPostgres, hasPostgres } from '../../../testing/servers/ask-servers.ts';
import type { AccountsDb } from '../accounts-db.ts';
import { openAccounts } from '../open-accounts.ts';

export type Engine = {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** An empty store, not migrated; each call opens the same one again. */
  open(): Promise<AccountsDb>;
  remove(): Promise<void>;
};

/** Both engines, PostgreSQL in a schema of its own. */
export const testEngines = (): Engine[] => [sqliteEngine(), postgresEngine()];

/** The tests of `body` on SQLite and on PostgreSQL, which are counted as skipped where no PostgreSQL is. */
export function describeOnEngines(what: string, body: (engine: Engine) => void): void {
  for (const engine of testEngines()) {
    describe.skipIf(engine.name === 'PostgreSQL' && !hasPostgres())(`${what} on ${engine.name}`, () => body(engine));
  }
}

/** An empty SQLite store in the folder. */
export function sqliteEngine(dataDir = mkdtempSync(join(tmpdir(), 'voltboard-accounts-'))): Engine {
  return {
    name: 'SQLite',
    open: () => openAccounts({ dataDir }),
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** An empty PostgreSQL store, a schema of its own on the server of this run. */
export function postgresEngine(): Engine & { url(): Promise<string> } {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  const inServer = async (statement: string) => {
    const server = await openAccounts({ databaseUrl: await askPostgres() });
    await sql.raw(statement).execute(server);
    await server.destroy();
  };
  const url = async () => {
    const inSchema = new URL(await askPostgres());
    inSchema.searchParams.set('options', `-c search_path=${schema}`);
    return inSchema.href;
  };
  return {
    name: 'PostgreSQL',
    url,
    async open() {
      await inServer(`create schema if not exists ${schema}`);
      return openAccounts({ databaseUrl: await url() });
    },
    remove: () => inServer(`drop schema if exists ${schema} cascade`),
  };
}
