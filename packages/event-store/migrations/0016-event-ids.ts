import { JOB_SETTINGS, readForJob } from '../maintenance-reads.ts';
import { BY_OUTLET, localName, type Migration, renderTable, renderView, type TableTemplate } from './table-template.ts';

const PACKED = 'CODEC(ZSTD(1))';

/**
 * The stored events in the order of their ids. A lookup reads one granule per id and part, regardless of the number of
 * rows. `id` is the event's own id; a click or burn has a second row with the id of its view. In that row,
 * `follower_id` is the click's or burn's own id, otherwise 0. The table is partitioned by quarter, because each lookup
 * reads every partition. Granules and compressed blocks are small.
 */
const EVENT_IDS: TableTemplate = {
  name: 'event_ids',
  columns: `
    device_id UInt32 ${PACKED}, id UInt64 CODEC(NONE), customer_id UInt32 ${PACKED},
    ts DateTime64(3, 'UTC') ${PACKED}, follower_id UInt64 ${PACKED}`,
  engine: 'ReplacingMergeTree',
  partitionBy: 'toStartOfQuarter(ts)',
  primaryKey: '(device_id, id)',
  orderBy: '(device_id, id, customer_id, ts, follower_id)',
  settings: {
    index_granularity: 256,
    min_compress_block_size: 4096,
    min_age_to_force_merge_seconds: 3600,
    min_age_to_force_merge_on_partition_only: 1,
  },
  shardBy: BY_OUTLET,
};

const KEYS_OF_ROW = `if(kind IN ('click', 'burn'), [(event_id, toUInt64(0)), (view_id, event_id)], [(event_id, toUInt64(0))])`;
const SELECTED = 'device_id, key.1 AS id, customer_id, ts, key.2 AS follower_id';

/**
 * Adds the ids of the events that meet a condition, from a server's own rows to its own rows. The statement may be run
 * again.
 */
export const insertIds = (rowsOf: (table: string) => string, where: string): string =>
  `INSERT INTO ${rowsOf('event_ids')} (device_id, id, customer_id, ts, follower_id)
    SELECT ${SELECTED} FROM ${rowsOf('events')} FINAL ARRAY JOIN ${KEYS_OF_ROW} AS key WHERE ${where} ${JOB_SETTINGS}`;

const WEEKS = (table: string) => `SELECT DISTINCT partition AS week FROM system.parts
  WHERE database = currentDatabase() AND table = '${table}' AND active ORDER BY week DESC`;

const IS_WHOLE = (rowsOf: (table: string) => string, where: string) => `SELECT
  (SELECT (count(), groupBitXor(event_id)) FROM ${rowsOf('events')} FINAL WHERE ${where}) =
  (SELECT (count(), groupBitXor(id)) FROM ${rowsOf('event_ids')} FINAL WHERE follower_id = 0 AND ${where}) AS isWhole`;

export const addEventIds: Migration = {
  name: '0016-event-ids',
  statements: (rendering) => [
    ...renderTable(EVENT_IDS, rendering),
    `${renderView('event_ids_mv', 'events', 'event_ids', SELECTED, rendering)} ARRAY JOIN ${KEYS_OF_ROW} AS key`,
  ],
  /**
   * Adds the ids of events stored earlier, week by week, newest first. An interrupted start continues with the
   * remaining weeks.
   */
  fill: async (shard, rendering, tell) => {
    const rowsOf = (table: string) => localName(table, rendering);
    const weeks = await readForJob<{ week: string }>(shard, WEEKS(rowsOf('events')));
    for (const [at, { week }] of weeks.entries()) {
      const where = `toMonday(ts) = toDate('${week}')`;
      const [found] = await readForJob<{ isWhole: number }>(shard, IS_WHOLE(rowsOf, where));
      if (found?.isWhole === 1) continue;
      tell(`ids of the week from ${week}, ${at + 1} of ${weeks.length} weeks`);
      await shard.command(insertIds(rowsOf, where));
    }
  },
};
