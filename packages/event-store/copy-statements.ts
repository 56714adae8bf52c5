import type { RowsOf } from './events-engine.ts';

/** SQL for copies from one installation to another. Table names, weeks and numbers are generated, never input. */

/**
 * The tables of a copy. `events` is copied by week (Monday), rollups by the number under which they are published. A
 * part is copied completely or not at all.
 */
export type CopiedTable =
  | 'events'
  | 'archived_quarter'
  | 'sealed_day'
  | 'sealed_invalid'
  | 'device_total'
  | 'device_recent'
  | 'device_day';

const PARTITION: Readonly<Record<CopiedTable, string>> = {
  events: 'toMonday(ts)',
  archived_quarter: 'seal',
  sealed_day: 'seal',
  sealed_invalid: 'seal',
  device_total: 'gen',
  device_recent: 'gen',
  device_day: 'toMonday(day)',
};

const isByWeek = (table: string): boolean => table === 'events' || table === 'device_day';

const literalOf = (table: string, partition: string): string => {
  if (!/^\d{4}-\d\d-\d\d$|^\d{1,10}$/.test(partition)) throw new RangeError(`'${partition}' is no part of a table`);
  return isByWeek(table) ? `toDate('${partition}')` : partition;
};

/** Selects a part's rows. FINAL returns each row of `events` once, even before the engine has merged duplicates. */
const from = (table: CopiedTable, partition: string): string =>
  `FROM ${table}${table === 'events' ? ' FINAL' : ''} WHERE ${PARTITION[table]} = ${literalOf(table, partition)}`;

export const copyRows = (table: CopiedTable, partition: string, columns: readonly string[]): string =>
  `SELECT ${columns.join(', ')} ${from(table, partition)}`;

export const countRows = (table: CopiedTable, partition: string): string =>
  `SELECT count() AS rows ${from(table, partition)}`;

export const COPIED_TABLES = [
  'events',
  'archived_quarter',
  'sealed_day',
  'sealed_invalid',
  'device_total',
  'device_recent',
  'device_day',
] as const satisfies CopiedTable[];

/**
 * Tables that the engine derives from raw events: the events in campaign order, and their IDs. Neither table is
 * partitioned by week.
 */
export const DERIVED_TABLES = ['events_by_campaign', 'event_ids'] as const;

export const deleteWeeks =
  (table: (typeof DERIVED_TABLES)[number], weeks: readonly string[], which: 'these' | 'others') =>
  (rowsOf: RowsOf): string => {
    const listed = weeks.map((week) => literalOf('events', week));
    const condition =
      listed.length === 0
        ? `${which === 'others'}`
        : `toMonday(ts) ${which === 'others' ? 'NOT ' : ''}IN (${listed.join(', ')})`;
    return `ALTER TABLE ${rowsOf(table)} DELETE WHERE ${condition} SETTINGS mutations_sync = 2`;
  };

export const dropPart =
  (table: CopiedTable, partition: string) =>
  (rowsOf: RowsOf): string =>
    `ALTER TABLE ${rowsOf(table)} DROP PARTITION ${isByWeek(table) ? `'${partition}'` : literalOf(table, partition)}`;

const SUMS = [
  ...['views', 'clicks', 'burns', 'amount_micros', 'owner_micros', 'energy_milli_wh', 'estimated_views'].map(
    (column) => `sum(${column})`,
  ),
  'toUnixTimestamp64Milli(min(first_ts))',
];

/**
 * The figures of each table that a copy compares, by customer. For raw events, these are the sums of `COUNTED_COLUMNS`,
 * in that order.
 */
const FIGURES: Readonly<Record<CopiedTable, readonly string[]>> = {
  events: [
    ...['view', 'click', 'burn'].map((kind) => `countIf(kind = '${kind}')`),
    ...[
      'sum(amount_micros)',
      'sum(owner_micros)',
      'sum(energy_milli_wh)',
      `countIf(kind = 'view' AND NOT energy_metered)`,
    ],
  ],
  archived_quarter: [
    ...['view', 'click', 'burn'].map((kind) => `sumIf(events, kind = '${kind}')`),
    ...SUMS.slice(3),
    'sum(cityHash64(device_id, ts, local_day, advertiser_id, campaign_id, flight_id, events))',
  ],
  sealed_day: SUMS,
  sealed_invalid: [
    'sum(events)',
    'sum(withheld_micros)',
    'sum(withheld_owner_micros)',
    'sum(cityHash64(device_id, ts, kind, local_day, advertiser_id, campaign_id, flight_id, invalid, events))',
  ],
  device_total: [...SUMS, 'toString(max(last_day))'],
  device_recent: ['count()', 'sum(length(last))', 'sum(cityHash64(device_id, toString(last)))'],
  device_day: SUMS,
};

export const figuresOf = (table: CopiedTable, partition: string): string =>
  `SELECT customer_id, [${FIGURES[table].map((figure) => `toString(${figure})`).join(', ')}] AS figures
    ${from(table, partition)} GROUP BY customer_id ORDER BY customer_id`;

/**
 * Returns SQL for a digest of all values of a part, independent of row order. Sums alone would not show an erasure.
 * Values are hashed as text, because not every type can be hashed.
 */
export const digestOf = (table: CopiedTable, partition: string, columns: readonly string[]): string =>
  `SELECT toString(count()) AS rows, toString(sum(cityHash64(${columns.map((column) => `toString(${column})`).join(', ')}))) AS hash
    ${from(table, partition)}`;

/** Returns SQL for the days on which the campaign copy differs from the week's events; no row means they match. */
export const compareCampaigns = (week: string): string => {
  const side = (table: string) =>
    `SELECT toDate(ts) AS day, advertiser_id, campaign_id, count() AS events, sum(amount_micros) AS micros, sum(cityHash64(event_id)) AS ids
      FROM ${table} FINAL WHERE toMonday(ts) = toDate('${week}') GROUP BY day, advertiser_id, campaign_id`;
  return `SELECT toString(day) AS day FROM (${side('events')} UNION ALL ${side('events_by_campaign')})
    GROUP BY day, advertiser_id, campaign_id
    HAVING count() != 2 OR min(events) != max(events) OR min(micros) != max(micros) OR min(ids) != max(ids)`;
};

export const COLUMNS_OF = `
  SELECT name FROM system.columns WHERE database = {database:String} AND table = {table:String}
    AND default_kind NOT IN ('MATERIALIZED', 'ALIAS') ORDER BY position`;

export const APPLIED_MIGRATIONS = 'SELECT name FROM schema_migrations FINAL ORDER BY name';

export const TABLES_PRESENT = `SELECT name FROM system.tables WHERE database = {database:String} LIMIT 1`;
