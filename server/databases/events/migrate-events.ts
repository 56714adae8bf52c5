import { createHash } from 'node:crypto';
import type { EventsShard } from './events-engine.ts';
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
import type { Migration, Rendering } from './migrations/table-template.ts';

/** In the order they are applied. A released one is never edited: the checksum would no longer match. */
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
];

/** Whether this version knows all of them. */
export const knowsEventsMigrations = (names: readonly string[]): boolean =>
  names.every((name) => EVENTS_MIGRATIONS.some((migration) => migration.name === name));

const LEDGER = `CREATE TABLE IF NOT EXISTS schema_migrations (
  name String, checksum String, applied_at DateTime('UTC') DEFAULT now()
) ENGINE = ReplacingMergeTree ORDER BY name SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;

export type MigrateOptions = {
  /** For a copy of a store that had just these. */
  readonly only?: readonly string[];
  /** A line for whoever waits, where there are events already. */
  readonly tell?: (line: string) => void;
};

/**
 * Brings the events store's schema forward. Every statement may be run again, so a migration that a crash cut short
 * is simply run again. Throws when the store was made by a newer version or a released migration was edited.
 */
export async function migrateEvents(
  engine: Pick<EventsShard, 'read' | 'command'>,
  rendering: Rendering,
  { only = EVENTS_MIGRATIONS.map(({ name }) => name), tell = () => {} }: MigrateOptions = {},
): Promise<void> {
  await engine.command(LEDGER);
  const applied = await appliedMigrations(engine);
  const known = new Set(EVENTS_MIGRATIONS.map(({ name }) => name));
  const foreign = [...applied.keys()].find((name) => !known.has(name));
  if (foreign !== undefined) throw new Error(`The events store was made by a newer version (${foreign}).`);

  for (const { name, statements } of EVENTS_MIGRATIONS.filter(({ name }) => only.includes(name))) {
    const texts = statements(rendering);
    const checksum = createHash('sha256').update(texts.join(';\n')).digest('hex');
    const before = applied.get(name);
    if (before === checksum) continue;
    if (before !== undefined) throw new Error(`Migration ${name} of the events store was edited after it was applied.`);
    for (const [at, text] of texts.entries()) {
      if (applied.size > 0) tell(`Bringing the events store up to date: ${name}, step ${at + 1} of ${texts.length}.`);
      await engine.command(text);
    }
    await engine.command(`INSERT INTO schema_migrations (name, checksum) VALUES ('${name}', '${checksum}')`);
  }
}

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
