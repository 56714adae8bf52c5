// Played by `npm run test:full` alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresEngine } from '../databases/accounts/testing/open-engines.ts';
import { askClickhouse, hasClickhouse, hasPostgres, type TestDatabase } from '../testing/servers/ask-servers.ts';
import { CLUSTER } from '../testing/servers/clickhouse-cluster.ts';
import { changeInstallation, makeInstallation } from './testing/make-installation.ts';
import { admin, adminUntil, contentOf } from './testing/run-copy.ts';

const SESSION_SECRET = 'q3Zt8vLr1XyNw5KpD7sHbJ2mFcA9gUeT4oVi6RkWnE0';

/** Each backup adds an audit entry after it. Exclude these entries from the comparison. */
async function comparable(folder: string) {
  const { numbers, tables, ...content } = await contentOf(folder);
  const isBackup = (row: string) => row.includes('"installation.backed-up"');
  const others = tables
    .filter(([table]) => table !== 'audit_chain')
    .map(([table, rows]) => [table, rows.filter((row) => table !== 'audit_log' || !isBackup(row))]);
  return { ...content, numbers: { ...numbers, audit_log: 0 }, tables: others };
}

describe.skipIf(!hasPostgres() || !hasClickhouse())('moving to PostgreSQL and ClickHouse', () => {
  const root = mkdtempSync(join(tmpdir(), 'voltboard-move-'));
  const at = (name: string) => join(root, name);
  const original = { DATA_DIR: at('original') };
  const postgres = postgresEngine();
  let clickhouse: TestDatabase;
  let move: string[];
  let servers: Record<string, string>;

  beforeAll(async () => {
    await makeInstallation(original.DATA_DIR);
    await (await postgres.open()).destroy();
    clickhouse = await askClickhouse('server');
    const [DATABASE_URL, CLICKHOUSE_URL] = [await postgres.url(), clickhouse.urls[0]];
    move = ['move', '--to-database', DATABASE_URL, '--to-clickhouse', CLICKHOUSE_URL];
    servers = { DATA_DIR: at('servers'), DATABASE_URL, CLICKHOUSE_URL, SESSION_SECRET };
  });
  afterAll(async () => {
    await postgres.remove();
    await clickhouse.drop();
    rmSync(root, { recursive: true, force: true });
  });

  test('a move killed at any moment is not an installation, and a retry copies the current state of the original', async () => {
    for (const [tries, line] of [/^2 of \d+ parts/, /Filling the accounts store/].entries()) {
      await adminUntil(line, original, ...move);
      expect((await admin(servers, 'list-keys')).err).toContain('run the same restore or move command again');
      await changeInstallation(original.DATA_DIR, 20_000 + 100 * tries);
    }
    await admin(original, 'backup', at('of-original'));
    const restore = await admin(servers, 'restore', at('of-original'));
    expect(restore.err).toContain('incomplete copy from another source');
    const moved = await admin(original, ...move);
    expect(moved).toMatchObject({ code: 0, err: '' });
    expect(moved.out).toMatch(/Continuing an interrupted copy: [1-9]\d* of \d+ parts are already there/);

    expect(await admin(servers, 'backup', at('of-servers'))).toMatchObject({ code: 0, err: '' });
    expect(await comparable(at('of-servers'))).toEqual(await comparable(at('of-original')));
    await admin(original, 'backup', at('of-original-after'));
    expect(await comparable(at('of-original-after'))).toEqual(await comparable(at('of-original')));
  });

  test('a cluster of three shards has the same rows, sums and numbers', async () => {
    const [database, cluster] = [postgresEngine(), await askClickhouse('cluster')];
    await (await database.open()).destroy();
    try {
      const [DATABASE_URL, CLICKHOUSE_URL] = [await database.url(), cluster.urls[0]];
      const to = ['--to-database', DATABASE_URL, '--to-clickhouse', CLICKHOUSE_URL, '--to-cluster', CLUSTER];
      const CLICKHOUSE_NODES = cluster.urls.map((url) => new URL(url).origin).join();
      const moved = await admin(original, 'move', ...to, '--to-nodes', ...CLICKHOUSE_NODES.split(','));
      expect(moved).toMatchObject({ code: 0, err: '' });
      const nodes = { CLICKHOUSE_CLUSTER: CLUSTER, CLICKHOUSE_NODES };
      const env = { DATA_DIR: at('cluster'), DATABASE_URL, CLICKHOUSE_URL, SESSION_SECRET, ...nodes };
      expect(await admin(env, 'backup', at('of-cluster'))).toMatchObject({ code: 0, err: '' });
      expect(await comparable(at('of-cluster'))).toEqual(await comparable(at('of-original')));
    } finally {
      await database.remove();
      await cluster.drop();
    }
  });

  test('rejects servers that are not empty, and moves data from servers back into a data folder', async () => {
    const again = await admin(original, ...move);
    expect(again).toMatchObject({ code: 1 });
    expect(again.err).toBe('The PostgreSQL database is not empty. Nothing was changed. Use an empty one.\n');
    const back = { DATA_DIR: at('back'), SESSION_SECRET };
    expect(await admin(back, 'restore', at('of-servers'))).toMatchObject({ code: 0, err: '' });
    await admin(back, 'backup', at('of-back'));
    expect(await comparable(at('of-back'))).toEqual(await comparable(at('of-original')));
  });
});
