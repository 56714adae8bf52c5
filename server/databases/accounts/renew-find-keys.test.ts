import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeCustomer } from '../../testing/makers.ts';
import { renewFindKeys } from './renew-find-keys.ts';
import { describeOnEngines } from './testing/open-engines.ts';

describeOnEngines('the keys by which customers are found', (engine) => {
  afterAll(() => engine.remove());

  test("match the names after each start, regardless of an older version's keys, and no row gets a new version", async () => {
    const before = await engine.openMigrated();
    const { id } = await makeCustomer(before, { name: 'Café Müller' });
    const renamed = await makeCustomer(before, { name: 'New Name' });
    for (const name of ['Pier 1', 'Pier 2', 'Pier 3']) await makeCustomer(before, { name });
    await sql`update customers set find_key = '' where id <> ${renamed.id}`.execute(before);
    await before.updateTable('customers').set({ find_key: 'old name' }).where('id', '=', renamed.id).execute();
    const versions = () => before.selectFrom('customers').select(['id', 'updated_at']).orderBy('id').execute();
    const [stood, network] = [await versions(), await networkVersion()];

    const after = await engine.openMigrated();
    const rows = await after.selectFrom('customers').select(['id', 'name', 'find_key']).execute();
    const keys = new Map(rows.map((row) => [row.id, row.find_key]));
    expect([keys.get(id), keys.get(renamed.id)]).toEqual(['cafe muller', 'new name']);
    expect(rows.filter(({ name, find_key }) => name.startsWith('Pier') && find_key !== name.toLowerCase())).toEqual([]);
    expect(await versions()).toEqual(stood);
    expect(await networkVersion()).toEqual(network);

    await sql`update customers set find_key = ''`.execute(before);
    await renewFindKeys(before, 2);
    expect(await after.selectFrom('customers').select(['id', 'name', 'find_key']).execute()).toEqual(
      expect.arrayContaining(rows),
    );

    function networkVersion() {
      return before.selectFrom('settings').select('value').where('name', '=', 'network_version').execute();
    }
  });
});
