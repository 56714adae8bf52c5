import { type KyselyPlugin, type OperationNode, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { knownBefore } from '../../databases/accounts/migrate-accounts.ts';
import { NETWORK_COLUMNS, renewNetworkTriggers } from '../../databases/accounts/network-triggers.ts';
import { migrateAccounts } from '../../databases/accounts/open-accounts.ts';
import { describeOnEngines } from '../../databases/accounts/testing/open-engines.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet, makeVenue, reassignOutlet } from '../../testing/makers.ts';
import { createNetworkMemory } from './network-memory.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

/** Inserts at least one row in each table that the network reads. */
async function layNetwork(accounts: AccountsDb) {
  const owner = await makeCustomer(accounts);
  const venue = await makeVenue(accounts, { customerId: owner.id });
  const outlet = await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id });
  const campaign = await makeCampaign(accounts, {
    customerId: (await makeCustomer(accounts, { kind: 'advertiser' })).id,
  });
  const flight = await makeFlight(accounts, { campaignId: campaign.id });
  const pause = { id: `pause ${flight.id}`, flight_id: flight.id, from_at: 1, to_at: 2 };
  await accounts.insertInto('flight_pauses').values(pause).execute();
  const file = { hash: `hash ${flight.id}`, type: 'image/png' as const, width: 600, height: 600 };
  await accounts
    .insertInto('creative_files')
    .values({ ...file, size_bytes: 3, image: 'eA==', created_at: 1 })
    .execute();
  const creative = { id: `creative ${flight.id}`, flight_id: flight.id, name: '', duration_seconds: 5, created_at: 1 };
  await accounts
    .insertInto('creatives')
    .values({ ...creative, file_hash: file.hash })
    .execute();
  const decided = { decision: 'accepted' as const, reason: '', decided_at: 1, decided_by: '' };
  await accounts
    .insertInto('creative_decisions')
    .values({ creative_id: creative.id, customer_id: owner.id, ...decided })
    .execute();
  const house = { id: `house ${owner.id}`, customer_id: owner.id, file_hash: file.hash, duration_seconds: 5 };
  await accounts
    .insertInto('house_pictures')
    .values({ ...house, target_url: '', updated_at: 1 })
    .execute();
  const share = { id: `share ${owner.id}`, customer_id: owner.id, share_ppm: 500_000, valid_from: 0 };
  await accounts.insertInto('owner_shares').values(share).execute();
  await accounts.insertInto('play_keys').values({ id: 7, sealed: 'sealed', made_at: 1, retired_at: null }).execute();
  const switches = { outlet_pace: 1, data_centre: 1, silent_minutes: null } as const;
  const rules = { id: 'rules', valid_from: 0, made_by: '', visitor_seconds: 30, ...switches };
  await accounts.insertInto('traffic_rules').values(rules).execute();
  return { owner, outlet, flight };
}

type Node = OperationNode & Record<string, never>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'kind' in value;

/** Records each column that a query reads, with its table. Raw SQL could hide a column, so it is not allowed. */
function watchColumns(): { readonly plugin: KyselyPlugin; readonly read: Set<string> } {
  const read = new Set<string>();
  const nodesIn = (node: unknown): Node[] => {
    if (Array.isArray(node)) return node.flatMap(nodesIn);
    if (typeof node !== 'object' || node === null) return [];
    return [...(isNode(node) ? [node] : []), ...Object.values(node).flatMap(nodesIn)];
  };
  const nameOf = (table: Node): string =>
    (table as never as { table: { identifier: { name: string } } }).table.identifier.name;
  const note = (query: Node) => {
    const nodes = nodesIn(query);
    expect(nodes.filter(({ kind }) => ['RawNode', 'SelectAllNode'].includes(kind))).toEqual([]);
    const names = new Map<string, string>();
    const tables = nodes.filter(({ kind }) => kind === 'FromNode' || kind === 'JoinNode');
    for (const table of tables.flatMap((one) =>
      'froms' in one ? [...(one as never as { froms: Node[] }).froms] : [one.table as never as Node],
    )) {
      const aliased = table as never as { node: Node; alias: { name: string } };
      if (table.kind === 'AliasNode') names.set(aliased.alias.name, nameOf(aliased.node));
      else names.set(nameOf(table), nameOf(table));
    }
    for (const node of nodes.filter(({ kind }) => kind === 'ReferenceNode')) {
      const { table, column } = node as never as { table?: Node; column: { column: { name: string } } };
      const [only = ''] = names.size === 1 ? names.keys() : [];
      read.add(`${names.get(table === undefined ? only : nameOf(table))}.${column.column.name}`);
    }
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind === 'SelectQueryNode') note(node as Node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { plugin, read };
}

const versionOf = async (accounts: AccountsDb, name = 'network_version'): Promise<number> => {
  const row = await accounts.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return Number(row?.value);
};

describeOnEngines('the network in memory', (engine) => {
  let accounts: AccountsDb;
  let laid: Awaited<ReturnType<typeof layNetwork>>;
  let versionBefore: number;
  beforeAll(async () => {
    accounts = await engine.open();
    await migrateAccounts(accounts, knownBefore('0042-one-network-version'));
    versionBefore = await versionOf(accounts);
    await migrateAccounts(accounts);
    laid = await layNetwork(accounts);
  });
  afterAll(async () => {
    await accounts.destroy();
    await engine.remove();
  });

  test('an older installation gets the triggers of the list', async () => {
    expect(await versionOf(accounts)).toBeGreaterThan(versionBefore);
    expect(await triggersOf(accounts, engine.name)).toHaveLength(3 * Object.keys(NETWORK_COLUMNS).length);
  });

  test('processes of the version before still see changes until they are replaced', async () => {
    const before = await versionOf(accounts, 'catalog_version');
    await accounts.updateTable('flights').set({ paused: 0 }).execute();
    expect(await versionOf(accounts, 'catalog_version')).toBeGreaterThan(before);
  });

  test('the network reads exactly the columns of the list', async () => {
    const { plugin, read } = watchColumns();
    const { snapshot } = await createNetworkMemory(accounts.withPlugin(plugin)).current();
    await snapshot.whole(NOW);
    await snapshot.playKeys();
    await snapshot.trafficRules();
    await snapshot.catalog.load({ euis: [laid.outlet.eui], flightCodes: [laid.flight.code] });
    await snapshot.catalog.load({ flightKeys: [laid.flight.key + 1] });
    await snapshot.catalog.openFlights(NOW);
    const listed = Object.entries(NETWORK_COLUMNS).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
    expect([...read].filter((column) => !column.startsWith('settings.')).sort()).toEqual(listed.sort());
  });

  test.each(Object.entries(NETWORK_COLUMNS))(
    'a change of any column of %s raises the version',
    async (table, columns) => {
      // PostgreSQL generates the `key` columns and rejects changes to them.
      for (const column of columns.filter((name) => name !== 'key')) {
        const before = await versionOf(accounts);
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`.execute(accounts);
        expect(await versionOf(accounts), `${table}.${column}`).toBeGreaterThan(before);
      }
    },
  );

  test('a change of other columns does not raise the version', async () => {
    const before = await versionOf(accounts);
    await accounts.updateTable('outlets').set({ last_seen_at: 5, updated_at: 6 }).execute();
    await accounts.updateTable('customers').set({ category: 'bar', updated_at: 6 }).execute();
    expect(await versionOf(accounts)).toBe(before);
  });

  test('a changed list gets its triggers at the next start, by one of the processes', async () => {
    const others = { ...NETWORK_COLUMNS, outlets: [...(NETWORK_COLUMNS.outlets ?? []), 'last_seen_at'] };
    await Promise.all([renewNetworkTriggers(accounts, others), renewNetworkTriggers(accounts, others)]);
    const before = await versionOf(accounts);
    await accounts.updateTable('outlets').set({ last_seen_at: 7 }).execute();
    expect(await versionOf(accounts)).toBeGreaterThan(before);
    await migrateAccounts(accounts);
    const then = await versionOf(accounts);
    await accounts.updateTable('outlets').set({ last_seen_at: 8 }).execute();
    expect(await versionOf(accounts)).toBe(then);
  });

  test('ingestion and figures share one snapshot, and both see a change at once', async () => {
    const memory = createNetworkMemory(accounts);
    const [one, same] = [(await memory.current()).snapshot, (await memory.current()).snapshot];
    expect(same).toBe(one);
    expect(await one.whole(NOW)).toBe(await one.whole(NOW + 1));
    const other = await makeCustomer(accounts, { name: 'Somebody Else' });
    await reassignOutlet(accounts, { outletId: laid.outlet.id, customerId: other.id, at: 7_000 });

    const { snapshot } = await memory.current();
    const whole = await snapshot.whole(NOW);
    await snapshot.catalog.load({ euis: [laid.outlet.eui] });
    expect(whole.holdings.get(other.key)?.get(laid.outlet.key)?.endedAt).toBeNull();
    expect(
      snapshot.catalog.outlets
        .get(laid.outlet.eui)
        ?.assignments.map(({ customerKey }) => customerKey)
        .sort(),
    ).toEqual([laid.owner.key, other.key].sort());
  });
});

async function triggersOf(accounts: AccountsDb, engine: 'SQLite' | 'PostgreSQL'): Promise<string[]> {
  const { rows } =
    engine === 'SQLite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(accounts)
      : await sql<{ name: string }>`select distinct trigger_name as name from information_schema.triggers
          where trigger_schema = current_schema()`.execute(accounts);
  return rows.map(({ name }) => name).filter((name) => name.startsWith('network_version_'));
}

test('of two overlapping reads, the one that started later counts', async () => {
  const waiting: ((version: string) => void)[] = [];
  const query = {
    select: () => query,
    where: () => query,
    execute: () => new Promise((resolve) => waiting.push((value) => resolve([{ name: 'network_version', value }]))),
  };
  const memory = createNetworkMemory({ selectFrom: () => query } as never);
  const readings = [memory.current(), memory.current()];
  waiting[1]?.('6');
  const later = await readings[1];
  waiting[0]?.('5');
  expect((await readings[0])?.snapshot).toBe(later?.snapshot);
  expect(later?.snapshot.version).toBe('6');
});
