import { describe, expect, test } from 'vitest';
import type { EngineRead } from './events-engine.ts';
import { EVENTS_MIGRATIONS, type MigratedNode, migrateNodes } from './migrate-events.ts';

const REPLICATED = { cluster: 'volts', isReplicated: true } as const;
type Told = { readonly node: string; readonly sql: string };

/**
 * Creates nodes that only record their statements, in one order. They respond to queries of the migrations ledger with
 * what was written to the ledger.
 */
function makeNodes(places: readonly { readonly shard: number; readonly replica: number }[]) {
  const told: Told[] = [];
  const ledgers = new Map<string, Map<string, string>>();
  const nodes = places.map(({ shard, replica }): MigratedNode => {
    const node = `${shard}.${replica}`;
    const ledger = new Map<string, string>();
    ledgers.set(node, ledger);
    return {
      shard,
      where: ` on ${node}`,
      engine: {
        command: async (sql) => {
          const applied = /INSERT INTO schema_migrations .* VALUES \('([^']+)', '([^']+)'\)/.exec(sql);
          if (applied === null) told.push({ node, sql });
          else ledger.set(applied[1] ?? '', applied[2] ?? '');
        },
        read: async function* <Row>({ sql }: EngineRead) {
          if (sql.includes('schema_migrations'))
            yield [...ledger].map(([name, checksum]) => ({ name, checksum })) as Row[];
        },
      },
    };
  });
  return { nodes, told, ledgers };
}

const tableOf = (sql: string): string | undefined => /^(?:CREATE TABLE IF NOT EXISTS|ALTER TABLE) (\w+)/.exec(sql)?.[1];

describe('replicas that start from empty', () => {
  const twoByThree = [1, 2].flatMap((shard) => [1, 2, 3].map((replica) => ({ shard, replica })));

  test('every node creates a table before any node alters it: a keeper rejects the first form next to a later one', async () => {
    const { nodes, told } = makeNodes(twoByThree);
    await migrateNodes(nodes, REPLICATED);
    let changes = 0;
    for (const [at, { sql }] of told.entries()) {
      if (!sql.startsWith('ALTER TABLE')) continue;
      changes += 1;
      const later = told
        .slice(at)
        .filter((other) => other.sql.startsWith('CREATE') && tableOf(other.sql) === tableOf(sql));
      expect(later, sql).toEqual([]);
    }
    expect(changes).toBeGreaterThan(30);
  });

  test('every node runs every statement, in the order of the migrations', async () => {
    const { nodes, told, ledgers } = makeNodes(twoByThree);
    await migrateNodes(nodes, REPLICATED);
    const all = EVENTS_MIGRATIONS.flatMap(({ statements }) => statements(REPLICATED));
    const copied = (sql: string) => /^ALTER TABLE \w+_local MATERIALIZE/.test(sql);
    for (const { shard, replica } of twoByThree) {
      const own = told.filter(({ node, sql }) => node === `${shard}.${replica}` && !sql.includes('schema_migrations'));
      // Statements whose result is replicated run once per shard.
      expect(own.map(({ sql }) => sql)).toEqual(all.filter((sql) => replica === 1 || !copied(sql)));
    }
    for (const ledger of ledgers.values())
      expect([...ledger.keys()]).toEqual(EVENTS_MIGRATIONS.map(({ name }) => name));
  });

  test('only the nodes that are behind resume an interrupted start', async () => {
    const { nodes, told, ledgers } = makeNodes(twoByThree);
    await migrateNodes(nodes, REPLICATED);
    const behind = ledgers.get('1.2');
    const last = EVENTS_MIGRATIONS.at(-1);
    behind?.delete(last?.name ?? '');
    told.length = 0;
    const lines: string[] = [];
    await migrateNodes(nodes, REPLICATED, { tell: (line) => lines.push(line) });
    const again = told.filter(({ sql }) => !sql.includes('schema_migrations'));
    expect(again).toEqual(last?.statements(REPLICATED).map((sql) => ({ node: '1.2', sql })));
    expect(lines[0]).toMatch(/step 1 of \d+ on 1\.2\.$/);
    expect(behind?.has(last?.name ?? '')).toBe(true);
  });

  test('one node of a newer version prevents changes on all nodes', async () => {
    const { nodes, told, ledgers } = makeNodes(twoByThree);
    ledgers.get('2.3')?.set('9999-later', 'x');
    await expect(migrateNodes(nodes, REPLICATED)).rejects.toThrow('newer version (9999-later)');
    expect(told.filter(({ sql }) => !sql.includes('schema_migrations'))).toEqual([]);
  });
});
