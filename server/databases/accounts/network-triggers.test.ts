import { afterAll, describe, expect, test } from 'vitest';
import { waitForWriters } from '../../imports/import-jobs-queries.ts';
import { hasPostgres } from '../../testing/servers/ask-servers.ts';
import { withSnapshot } from './accounts-snapshot.ts';
import { migrateAccounts } from './open-accounts.ts';
import { postgresEngine } from './testing/open-engines.ts';

describe.skipIf(!hasPostgres())('a schema whose name needs quotes', () => {
  const engine = postgresEngine('Volt-Board');
  afterAll(() => engine.remove());

  test('is migrated, started on again, imported into and copied', async () => {
    const accounts = await engine.openMigrated();
    await migrateAccounts(accounts);
    await waitForWriters(accounts, async () => undefined);
    const tables = await withSnapshot({ databaseUrl: await engine.url() }, async ({ tables }) => tables);
    expect(tables.length).toBeGreaterThan(0);
  });
});
