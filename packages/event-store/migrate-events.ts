import { createHash } from 'node:crypto';
import type { EventsShard } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';
import { createEvents } from './migrations/0001-events.ts';
import { createRollups } from './migrations/0002-rollups.ts';
import { createSealedDays } from './migrations/0003-sealed-days.ts';
import { createInstallation } from './migrations/0004-installation.ts';
import { createArchivedQuarters } from './migrations/0005-archived-quarters.ts';
import { createClusterShards } from './migrations/0006-cluster-shards.ts';
import { addInvalidTraffic } from './migrations/0007-invalid-traffic.ts';
import { addOutletIndex } from './migrations/0012-outlet-index.ts';
import { addTrafficReasons } from './migrations/0013-traffic-reasons.ts';
import { addMeterReadings } from './migrations/0014-meter-readings.ts';
import { addSentIds } from './migrations/0015-sent-ids.ts';
import { addEventIds } from './migrations/0016-event-ids.ts';
import type { Migration, Rendering } from './migrations/table-template.ts';
import { JOB_RETRY, type RetryTimes, repeatable } from './retry-steps.ts';

/**
 * All migrations, in order of application. Never edit a released migration, because its checksum would no longer match.
 */
export const EVENTS_MIGRATIONS: readonly Migration[] = [
  createEvents,
  createRollups,
  createSealedDays,
  createInstallation,
  createArchivedQuarters,
  createClusterShards,
  addInvalidTraffic,
  addOutletIndex,
  addTrafficReasons,
  addMeterReadings,
  addSentIds,
  addEventIds,
];

/** Whether this version has all of these migrations. */
export const knowsEventsMigrations = (names: readonly string[]): boolean =>
  names.every((name) => EVENTS_MIGRATIONS.some((migration) => migration.name === name));

const LEDGER = `CREATE TABLE IF NOT EXISTS schema_migrations (
  name String, checksum String, applied_at DateTime('UTC') DEFAULT now()
) ENGINE = ReplacingMergeTree ORDER BY name SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;

export type MigrateOptions = {
  /** The only migrations to apply, for a copy of a store that had no others. */
  readonly only?: readonly string[];
  /** Receives progress lines for the people who wait, if there are already events. */
  readonly tell?: (line: string) => void;
  /** How long a statement waits for an unreachable server. */
  readonly times?: RetryTimes;
};

/** A server with its own tables: the only server, or a node of a cluster. */
export type MigratedNode = {
  readonly engine: Pick<EventsShard, 'read' | 'command'>;
  /** The nodes of one shard are replicas of each other. */
  readonly shard: number;
  /** Identifies the node in progress lines, for example ` on host (shard 1)`. */
  readonly where: string;
};

/** Migrates the schema of one server. */
export const migrateEvents = (
  engine: Pick<EventsShard, 'read' | 'command'>,
  rendering: Rendering,
  options: MigrateOptions = {},
): Promise<void> => migrateNodes([{ engine, shard: 1, where: '' }], rendering, options);

/**
 * Migrates the events store's schema. Every statement may be run again, so an interrupted migration simply starts over.
 * Throws if a newer version created the store, or if a released migration was edited.
 *
 * Each statement runs on all nodes before the next statement runs. ClickHouse rejects a replica ("differs in skip
 * indexes") that creates a table in its original form after another replica has altered the table.
 */
export async function migrateNodes(
  nodes: readonly MigratedNode[],
  rendering: Rendering,
  { only = EVENTS_MIGRATIONS.map(({ name }) => name), tell = () => {}, times = JOB_RETRY }: MigrateOptions = {},
): Promise<void> {
  const applied = new Map<MigratedNode, ReadonlyMap<string, string>>();
  for (const node of nodes) {
    await node.engine.command(LEDGER);
    applied.set(node, await appliedMigrations(node.engine));
  }
  const all = new Set([...applied.values()].flatMap((names) => [...names.keys()]));
  const foreign = [...all].find((name) => !knowsEventsMigrations([name]));
  if (foreign !== undefined) throw new Error(`The events store was made by a newer version (${foreign}).`);

  // Retry only from this point on: a wrong address must be reported immediately, but hours of work must survive a
  // server restart.
  const retrying = { report: tell, times };
  const repeatedly = ({ engine }: MigratedNode): MigratedNode['engine'] => ({
    read: (statement) => engine.read(statement),
    command: (sql) => repeatable(() => engine.command(sql), retrying),
  });
  for (const { name, statements, fill } of EVENTS_MIGRATIONS.filter(({ name }) => only.includes(name))) {
    const texts = statements(rendering);
    const checksum = createHash('sha256').update(texts.join(';\n')).digest('hex');
    const behind = nodes.filter((node) => !isApplied(applied.get(node)?.get(name), name, checksum));
    for (const [at, text] of texts.entries()) {
      for (const node of isReplicatedByItself(text, rendering) ? firstOfShards(behind) : behind) {
        const step = `Bringing the events store up to date: ${name}, step ${at + 1} of ${texts.length}${node.where}.`;
        if ((applied.get(node)?.size ?? 0) > 0) tell(step);
        await repeatedly(node).command(text);
      }
    }
    for (const node of firstOfShards(behind))
      await fill?.(repeatedly(node), rendering, (what) =>
        tell(`Bringing the events store up to date: ${name}, ${what}${node.where}.`),
      );
    for (const node of behind)
      await repeatedly(node).command(
        `INSERT INTO schema_migrations (name, checksum) VALUES ('${name}', '${checksum}')`,
      );
  }
}

const HAS_LEDGER = `SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'schema_migrations'`;

/** Returns the names of the migrations that this version has and at least one node lacks, in order. Changes nothing. */
export async function pendingEventsMigrations(nodes: readonly Pick<EventsShard, 'read'>[]): Promise<readonly string[]> {
  const applied = await Promise.all(
    nodes.map(async (node) => {
      const isNew = (await readForJob(node, HAS_LEDGER)).length === 0;
      return isNew ? new Map<string, string>() : appliedMigrations(node);
    }),
  );
  return EVENTS_MIGRATIONS.map(({ name }) => name).filter((name) => applied.some((names) => !names.has(name)));
}

function isApplied(before: string | undefined, name: string, checksum: string): boolean {
  if (before === undefined || before === checksum) return before === checksum;
  throw new Error(`Migration ${name} of the events store was edited after it was applied.`);
}

/**
 * Whether the other replicas repeat the statement automatically. Running the statement on each replica would then do
 * the work once per replica.
 */
const isReplicatedByItself = (text: string, { isReplicated }: Rendering): boolean =>
  isReplicated === true && /^ALTER TABLE \w+_local MATERIALIZE /.test(text);

const firstOfShards = (nodes: readonly MigratedNode[]): readonly MigratedNode[] =>
  nodes.filter(({ shard }, at) => nodes.findIndex((other) => other.shard === shard) === at);

async function appliedMigrations(engine: Pick<EventsShard, 'read'>): Promise<Map<string, string>> {
  const applied = new Map<string, string>();
  const rows = engine.read<{ name: string; checksum: string }>({
    sql: 'SELECT name, checksum FROM schema_migrations FINAL',
    params: {},
    settings: { max_execution_time: 30 },
    lane: 'small',
  });
  for await (const chunk of rows) for (const { name, checksum } of chunk) applied.set(name, checksum);
  return applied;
}
