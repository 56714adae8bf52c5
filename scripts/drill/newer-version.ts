import { resolve } from 'node:path';
import { sql } from 'kysely';
import { build, mergeConfig, type Plugin } from 'vite';
import { openAccounts } from '../../server/databases/accounts/open-accounts.ts';
import product from '../../vite.server.config.ts';
import type { StoresOfDrill } from './start-stores.ts';

/** A built version of the product. */
export type Version = {
  readonly name: string;
  /** The folder that contains its programs. */
  readonly folder: string;
};

/** The output of `npm run build`. An upgrade starts from this version, unless an older version is given. */
export const CURRENT: Version = { name: 'this version', folder: resolve('dist/server') };

/** Names of the drill's migrations, with numbers that the product's migrations do not reach. */
const ADDITIVE = { accounts: '9001-drill-column', events: '9001-drill-column' };
const BREAKING = { accounts: '9002-breaking-drill', events: '9002-breaking-drill' };

/**
 * Builds newer versions, each with one more migration of each store. The first adds columns that the older version does
 * not need to know or fill. The name of the second migration means that the older version cannot continue. Otherwise
 * both are the same product, because the drill tests how two versions replace each other.
 */
export async function buildNewerVersions(): Promise<readonly [additive: Version, breaking: Version]> {
  const additive = await buildVersion('newer', [ADDITIVE]);
  return [additive, await buildVersion('breaking', [ADDITIVE, BREAKING])];
}

async function buildVersion(name: string, added: readonly (typeof ADDITIVE)[]): Promise<Version> {
  const folder = resolve(`dist/drill-${name}`);
  const config = { plugins: [withMigrations(added)], build: { outDir: folder }, logLevel: 'error' as const };
  await build({ ...mergeConfig(product, config), configFile: false });
  return { name: `the ${name} version`, folder };
}

/** Adds to both lists of migrations while they load, so that no product file changes. */
const withMigrations = (added: readonly (typeof ADDITIVE)[]): Plugin => ({
  name: 'drill-migrations',
  enforce: 'pre',
  transform(code, id) {
    if (id.endsWith('/accounts/migrate-accounts.ts'))
      return append(code, 'const MIGRATIONS: Record<string, Migration> = {', '\n};', added.map(accountsMigration));
    if (id.endsWith('/events/migrate-events.ts'))
      return append(code, 'EVENTS_MIGRATIONS: readonly Migration[] = [', '\n];', added.map(eventsMigration));
    return null;
  },
});

/** Inserts lines at the end of the list that starts with `begins`. */
function append(code: string, begins: string, ends: string, lines: readonly string[]) {
  const at = code.indexOf(ends, code.indexOf(begins));
  if (!code.includes(begins) || at < 0) throw new Error(`the drill finds no place for its migrations: ${begins}`);
  return { code: `${code.slice(0, at)}\n${lines.join('\n')}${code.slice(at)}`, map: null };
}

/**
 * Removes the invented migrations from the lists; the columns stay. The drill reads the stores as the older version,
 * which rejects stores that a newer version has migrated.
 */
export async function forgetInventedMigrations({ env }: StoresOfDrill): Promise<void> {
  const { DATABASE_URL: databaseUrl, CLICKHOUSE_URL: url, CLICKHOUSE_NODES: nodes = '' } = env;
  if (databaseUrl === undefined || url === undefined) return;
  const accounts = await openAccounts({ databaseUrl });
  await sql`delete from kysely_migration where name like '9%'`.execute(accounts).finally(() => accounts.destroy());
  const { origin, pathname } = new URL(url);
  const command = `ALTER TABLE ${pathname.slice(1)}.schema_migrations DELETE WHERE name LIKE '9%' SETTINGS mutations_sync = 1`;
  for (const node of nodes === '' ? [origin] : nodes.split(',')) {
    const answer = await fetch(node, { method: 'POST', body: command });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

const columnOf = (name: string) => `drill_${name.slice(0, 4)}`;

const accountsMigration = ({ accounts: name }: typeof ADDITIVE) =>
  `'${name}': { up: async (db) => { await sql.raw("alter table customers add column ${columnOf(name)} text not null default ''").execute(db); } },`;

const eventsMigration = ({ events: name }: typeof ADDITIVE) => `{ name: '${name}', statements: ({ cluster }) =>
  (cluster === null ? ['events'] : ['events_local', 'events']).map((table) =>
    'ALTER TABLE ' + table + ' ADD COLUMN IF NOT EXISTS ${columnOf(name)} UInt8') },`;
