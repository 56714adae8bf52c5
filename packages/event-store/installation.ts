import { onEachShard, readEachShard } from './each-shard.ts';
import type { EventsEngine } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';

/** The numbers with which events refer to rows of the accounts store. */
export type Numbers = {
  readonly customers: number;
  readonly outlets: number;
  readonly campaigns: number;
  readonly flights: number;
};

const IDS = 'SELECT DISTINCT id FROM installation ORDER BY id';

/** Returns the installation that the events belong to; null if none is recorded. Throws if there is more than one. */
export async function readInstallation(engine: EventsEngine): Promise<string | null> {
  const rows = await readForJob<{ id: string }>(engine, IDS);
  if (rows.length > 1)
    throw new Error(`The events store belongs to several installations: ${rows.map(({ id }) => id)}.`);
  return rows[0]?.id ?? null;
}

/** Records the installation's ID, without a start time. */
export async function writeInstallation(engine: EventsEngine, id: string): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error(`'${id}' is no id of an installation.`);
  // Write the ID on every shard, so that a shard from another installation is noticed.
  await onEachShard(engine, (rowsOf) => {
    const table = rowsOf('installation');
    return `INSERT INTO ${table} (id, made_at) SELECT '${id}', toDateTime(0, 'UTC') WHERE '${id}' NOT IN (SELECT id FROM ${table})`;
  });
}

/**
 * Returns, per shard, the time of the last start with these events (epoch seconds); 0 if a shard has no recorded start.
 */
export async function readStarts(engine: EventsEngine): Promise<number[]> {
  const rows = await readEachShard<{ at: number }>(
    engine,
    (rowsOf) => `SELECT toUnixTimestamp(max(made_at)) AS at FROM ${rowsOf('installation')}`,
  );
  return rows.map(({ at }) => at);
}

export async function writeStart(engine: EventsEngine, id: string, at: number): Promise<void> {
  await onEachShard(engine, (rowsOf) => {
    const table = rowsOf('installation');
    return `INSERT INTO ${table} (id, made_at) SELECT id, toDateTime(${at}, 'UTC') FROM ${table} WHERE id = '${id}' LIMIT 1`;
  });
}

/**
 * Returns the highest numbers used in the events, or the given numbers where those are higher. Reading columns in key
 * order skips almost all rows.
 */
export async function numbersAbove(engine: EventsEngine, given: Numbers): Promise<Numbers> {
  const highest = async (column: string, table: string, above: number): Promise<number> => {
    const sql = `SELECT max(highest) AS highest FROM (
      SELECT max(${column}) AS highest FROM ${table} WHERE ${column} > {above:UInt32}
      UNION ALL SELECT max(${column}) AS highest FROM archived_quarter WHERE ${column} > {above:UInt32})`;
    const [row] = await readForJob<{ highest: number }>(engine, sql, { above });
    return Math.max(above, row?.highest ?? 0);
  };
  const owners = await highest('customer_id', 'events', given.customers);
  return {
    customers: await highest('advertiser_id', 'events_by_campaign', owners),
    outlets: await highest('device_id', 'events', given.outlets),
    campaigns: await highest('campaign_id', 'events_by_campaign', given.campaigns),
    flights: await highest('flight_id', 'events_by_campaign', given.flights),
  };
}
