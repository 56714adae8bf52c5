import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { waitForWriters } from '../../imports/import-jobs-queries.ts';
import { makeCustomer, makeOutlet } from '../../testing/makers.ts';
import { hasPostgres } from '../../testing/servers/ask-servers.ts';
import { withSnapshot } from './accounts-snapshot.ts';
import { NETWORK_COLUMNS, NETWORK_COLUMNS_NUMBER, renewNetworkTriggers } from './network-triggers.ts';
import { migrateAccounts } from './open-accounts.ts';
import { describeOnEngines, postgresEngine } from './testing/open-engines.ts';

describe.skipIf(!hasPostgres())('a schema whose name needs quotes', () => {
  const engine = postgresEngine('Volt-Board');
  afterAll(() => engine.remove());

  test('is migrated, restarted, imported into and copied', async () => {
    const accounts = await engine.openMigrated();
    await migrateAccounts(accounts);
    await waitForWriters(accounts, async () => undefined);
    const tables = await withSnapshot({ databaseUrl: await engine.url() }, async ({ tables }) => tables);
    expect(tables.length).toBeGreaterThan(0);
  });
});

test('the number of the list rises when the list changes', () => {
  const list = createHash('sha256').update(JSON.stringify(NETWORK_COLUMNS)).digest('hex').slice(0, 8);
  // Raise the number in network-triggers.ts first, then write both values here.
  expect([NETWORK_COLUMNS_NUMBER, list]).toEqual([11, '6f89ac48']);
});

describeOnEngines('triggers of the network', (engine) => {
  afterAll(() => engine.remove());

  test('of a newer program stay when an older one starts, and the older one adds its own', async () => {
    const accounts = await engine.openMigrated();
    await makeOutlet(accounts, { customerId: (await makeCustomer(accounts)).id });
    const version = async () =>
      Number(
        (await accounts.selectFrom('settings').select('value').where('name', '=', 'network_version').executeTakeFirst())
          ?.value,
      );
    const newer = { ...NETWORK_COLUMNS, outlets: ['eui', 'last_seen_at'] };
    await renewNetworkTriggers(accounts, newer, NETWORK_COLUMNS_NUMBER + 1);
    await migrateAccounts(accounts);
    for (const change of [{ last_seen_at: 7 }, { label: 'Bar' }]) {
      const before = await version();
      await accounts.updateTable('outlets').set(change).execute();
      expect(await version(), Object.keys(change)[0]).toBeGreaterThan(before);
    }
    await renewNetworkTriggers(accounts, NETWORK_COLUMNS, NETWORK_COLUMNS_NUMBER + 2);
    const then = await version();
    await accounts.updateTable('outlets').set({ last_seen_at: 8 }).execute();
    expect(await version()).toBe(then);
  });
});
