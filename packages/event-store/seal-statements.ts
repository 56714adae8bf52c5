import { COUNTS, ESTIMATED_BY_ROW, EVENTS_IN_ROWS } from './events-db.ts';
import type { RowsOf } from './events-engine.ts';
import { JOB_SETTINGS } from './maintenance-reads.ts';

/**
 * SQL for invalid events, in addition to the SQL for seals and the archive. Numbers are integers that this package
 * generates.
 */

const COUNTS_NOT = `NOT (${COUNTS})`;

const KEYS = 'customer_id, device_id, quarter, kind, local_day, advertiser_id, campaign_id, flight_id, invalid';
const COLUMNS = `seal, ${KEYS.replace('quarter', 'ts')}, events, withheld_micros, withheld_owner_micros`;

/** Seals the invalid events among the rows that match a condition. */
const sealInvalidRows =
  (number: number, rows: string) =>
  (rowsOf: RowsOf): string =>
    `
  INSERT INTO ${rowsOf('sealed_invalid')} (${COLUMNS})
  SELECT ${number}, ${KEYS.replace('quarter', 'toStartOfInterval(ts, INTERVAL 15 minute) AS quarter')}, count(),
    sum(withheld_micros), sum(withheld_owner_micros)
  FROM ${rowsOf('events')} FINAL WHERE ${COUNTS_NOT} AND ${rows} GROUP BY ${KEYS} ${JOB_SETTINGS}`;

const copied = (table: 'sealed_invalid' | 'archived_quarter', from: number, to: number, condition: string) => {
  const columns = COLUMNS.replace('seal, ', '');
  return (rowsOf: RowsOf): string =>
    `
  INSERT INTO ${rowsOf('sealed_invalid')} (${COLUMNS})
  SELECT ${to}, ${columns} FROM ${rowsOf(table)} WHERE seal = ${from} AND ${condition} ${JOB_SETTINGS}`;
};

const copyInvalidSeal = (from: number, to: number) => copied('sealed_invalid', from, to, 'true');

/** Seals the invalid events of a week whose events have been removed. */
const sealInvalidArchived = (number: number, archived: number) =>
  copied('archived_quarter', archived, number, COUNTS_NOT);

const CELL = 'customer_id, toDate(ts) AS day, kind, flight_id, local_day, invalid';
const figures = (sign: '' | '-', count: string) =>
  [count, 'sum(withheld_micros)', 'sum(withheld_owner_micros)']
    .map((figure, at) => `${sign}toInt64(${figure}) AS f${at}`)
    .join(', ');

/** Counts the cells in which a seal's sums of invalid events differ from those of its source rows. */
const compareInvalid = (number: number, source: { readonly rows: string } | { readonly archived: number }) => `
  SELECT count() AS differing FROM (
    SELECT 1 FROM (
      SELECT ${CELL}, ${
        'archived' in source
          ? `${figures('', 'sum(events)')} FROM archived_quarter WHERE seal = ${source.archived} AND ${COUNTS_NOT}`
          : `${figures('', 'count()')} FROM events FINAL WHERE ${COUNTS_NOT} AND ${source.rows}`
      } GROUP BY ${CELL.replace('toDate(ts) AS ', '')}
      UNION ALL
      SELECT ${CELL}, ${figures('-', 'sum(events)')} FROM sealed_invalid WHERE seal = ${number}
      GROUP BY ${CELL.replace('toDate(ts) AS ', '')}
    ) GROUP BY ${CELL.replace('toDate(ts) AS ', '')} HAVING sum(f0) != 0 OR sum(f1) != 0 OR sum(f2) != 0
  )`;

/**
 * SQL for the seal job. Weeks and watermarks are ISO dates; numbers are integers that this package generates. A
 * statement that writes runs on each shard, on that shard's own rows. A statement that only reads queries all shards
 * together.
 */

type ShardStatement = (rowsOf: RowsOf) => string;

const FIGURES = `countIf(kind = 'view') AS views, countIf(kind = 'click') AS clicks, countIf(kind = 'burn') AS burns,
  sum(amount_micros), sum(owner_micros), sum(energy_milli_wh), sum(${ESTIMATED_BY_ROW}), min(ts)`;

const ARCHIVED_COUNTS = ['view', 'click', 'burn'].map((kind) => `sumIf(events, kind = '${kind}')`).join(', ');

const FIGURE_COLUMNS = 'views, clicks, burns, amount_micros, owner_micros, energy_milli_wh, estimated_views, first_ts';

const SUMS =
  'sum(views), sum(clicks), sum(burns), sum(amount_micros), sum(owner_micros), sum(energy_milli_wh), sum(estimated_views), min(first_ts)';

const inWeek = (week: string, watermark: string) => `toMonday(ts) = toDate('${week}') AND ts < toDate('${watermark}')`;

/** Counts the raw rows from which a seal of the week is made. */
export const countWeek = (week: string, watermark: string) =>
  `SELECT ${EVENTS_IN_ROWS} AS events FROM events FINAL WHERE ${inWeek(week, watermark)}`;

/** A week's loss: the week was sealed up to `until`, and the loss was noticed at `since` (epoch seconds). */
type Loss = { readonly until: string; readonly since: number };

/** Counts a week's raw rows that were already stored when a loss was noticed. */
export const countOldRows = (week: string, { until, since }: Loss) =>
  `${countWeek(week, until)} AND ingested_at <= toDateTime(${since}, 'UTC')`;

const sealRows =
  (number: number, rows: string): ShardStatement =>
  (rowsOf) =>
    `
  INSERT INTO ${rowsOf('sealed_day')} (seal, day, customer_id, device_id, ${FIGURE_COLUMNS})
  SELECT ${number}, toDate(ts) AS day, customer_id, device_id, ${FIGURES}
  FROM ${rowsOf('events')} FINAL WHERE ${COUNTS} AND ${rows} GROUP BY day, customer_id, device_id ${JOB_SETTINGS}`;

/** Seals valid and invalid rows. */
const sealBoth = (number: number, rows: string): readonly ShardStatement[] => [
  sealRows(number, rows),
  sealInvalidRows(number, rows),
];

export const sealWeek = (number: number, week: string, watermark: string) => sealBoth(number, inWeek(week, watermark));

/**
 * Seals the new rows of a week that lost raw rows: rows stored since the loss was noticed, and rows of days that were
 * not sealed at that time.
 */
export const sealNewRows = (number: number, week: string, watermark: string, loss: Loss) =>
  sealBoth(
    number,
    `${inWeek(week, watermark)} AND (ts >= toDate('${loss.until}') OR ingested_at > toDateTime(${loss.since}, 'UTC'))`,
  );

export const copySeal = (from: number, to: number): readonly ShardStatement[] => [
  (rowsOf) =>
    `
  INSERT INTO ${rowsOf('sealed_day')} (seal, day, customer_id, device_id, ${FIGURE_COLUMNS})
  SELECT ${to}, day, customer_id, device_id, ${FIGURE_COLUMNS} FROM ${rowsOf('sealed_day')} WHERE seal = ${from} ${JOB_SETTINGS}`,
  copyInvalidSeal(from, to),
];

/** Seals a week whose events have been removed. */
export const sealArchived = (number: number, archived: number): readonly ShardStatement[] => [
  (rowsOf) =>
    `
  INSERT INTO ${rowsOf('sealed_day')} (seal, day, customer_id, device_id, ${FIGURE_COLUMNS})
  SELECT ${number}, toDate(ts) AS day, customer_id, device_id, ${ARCHIVED_COUNTS}, sum(amount_micros), sum(owner_micros),
    sum(energy_milli_wh), sum(estimated_views), min(first_ts)
  FROM ${rowsOf('archived_quarter')} WHERE seal = ${archived} AND ${COUNTS}
  GROUP BY day, customer_id, device_id ${JOB_SETTINGS}`,
  sealInvalidArchived(number, archived),
];

/** Copies a week that has no raw rows from the table of older versions, which sealed without numbers. */
export const copyUnnumberedWeek =
  (week: string, to: number): ShardStatement =>
  (rowsOf) =>
    `
  INSERT INTO ${rowsOf('sealed_day')} (seal, day, customer_id, device_id, ${FIGURE_COLUMNS})
  SELECT ${to}, day, customer_id, device_id, ${FIGURE_COLUMNS} FROM ${rowsOf('device_day')}
  WHERE toMonday(day) = toDate('${week}') ${JOB_SETTINGS}`;

export const countSealed = (number: number) =>
  `SELECT sum(rows) AS events FROM (
    SELECT views + clicks + burns AS rows FROM sealed_day WHERE seal = ${number}
    UNION ALL SELECT toUInt64(events) AS rows FROM sealed_invalid WHERE seal = ${number})`;

export const UNNUMBERED_TABLES = ['device_day', 'device_day_stage'] as const;

export const NUMBERED_TABLES = ['sealed_day', 'sealed_invalid', 'device_total', 'device_recent'] as const;
type NumberedTable = (typeof NUMBERED_TABLES)[number];

export const dropNumber =
  (table: NumberedTable, number: number): ShardStatement =>
  (rowsOf) =>
    `ALTER TABLE ${rowsOf(table)} DROP PARTITION ${number}`;

export const emptyTable =
  (table: (typeof UNNUMBERED_TABLES)[number]): ShardStatement =>
  (rowsOf) =>
    `TRUNCATE TABLE ${rowsOf(table)}`;

export const fillTotals =
  (generation: number, seals: readonly number[]): ShardStatement =>
  (rowsOf) =>
    `
  INSERT INTO ${rowsOf('device_total')} (gen, customer_id, device_id, ${FIGURE_COLUMNS}, last_day)
  SELECT ${generation}, customer_id, device_id, ${SUMS}, max(day)
  FROM ${rowsOf('sealed_day')} WHERE seal IN (${seals.join(', ')}) GROUP BY customer_id, device_id ${JOB_SETTINGS}`;

const VIEW_TUPLE = 'tuple(ts, event_id, fingerprint, ip, advertiser_id, campaign_id, flight_id, cryptic)';

/**
 * Gathers a week's 12 newest views per outlet, unless the outlet already has 12 newer views. Weeks are processed newest
 * first, so after two or three weeks only inactive outlets are left. The statement works in key order and with LIMIT
 * BY: sorted arrays as an aggregate took 3.9 GB for a year of 20 million rows, and this statement needs less than 100
 * MB. A gathering's number is never published.
 */
export const gatherRecent =
  (gathering: number, week: string, watermark: string): ShardStatement =>
  (rowsOf) =>
    `
  INSERT INTO ${rowsOf('device_recent')} (gen, customer_id, device_id, last)
  SELECT ${gathering}, customer_id, device_id, groupArray(view) FROM (
    SELECT customer_id, device_id, ${VIEW_TUPLE} AS view FROM ${rowsOf('events')} FINAL
    WHERE kind = 'view' AND ${COUNTS} AND ${inWeek(week, watermark)}
      AND (customer_id, device_id) NOT IN (
        SELECT customer_id, device_id FROM ${rowsOf('device_recent')} WHERE gen = ${gathering}
        GROUP BY customer_id, device_id HAVING sum(length(last)) >= 12)
    ORDER BY customer_id DESC, device_id DESC, ts DESC, event_id DESC LIMIT 12 BY customer_id, device_id
  ) GROUP BY customer_id, device_id ${JOB_SETTINGS}`;

/**
 * Merges the newest views of the gathering and, unless the gathering covered all weeks, of the previous generation.
 * After an interrupted erasure, one source may name a view's visitor and the other may not. Such a view is kept once,
 * without the visitor.
 */
export const fillRecent =
  (generation: number, sources: readonly number[]): ShardStatement =>
  (rowsOf) =>
    `
  INSERT INTO ${rowsOf('device_recent')} (gen, customer_id, device_id, last)
  WITH arrayReverseSort(view -> (view.1, view.2, view.3 = toFixedString('', 16)), groupArrayArray(last)) AS sorted
  SELECT ${generation}, customer_id, device_id,
    arraySlice(arrayFilter((view, nth) -> nth = 1, sorted, arrayEnumerateUniq(tupleElement(sorted, 2))), 1, 12)
  FROM ${rowsOf('device_recent')} WHERE gen IN (${sources.join(', ')})
  GROUP BY customer_id, device_id ${JOB_SETTINGS}`;

const SIGNED = (figures: readonly string[]) => figures.map((figure, at) => `toInt64(${figure}) AS f${at}`).join(', ');
const OPPOSITE = (figures: readonly string[]) => SIGNED(figures.map((figure) => `-toInt64(${figure})`));

/** Sums over valid rows. A day without valid rows has zeros, like a day without a seal. */
const RAW_FIGURES = [
  ...['view', 'click', 'burn'].map((kind) => `countIf(kind = '${kind}' AND ${COUNTS})`),
  ...['amount_micros', 'owner_micros', 'energy_milli_wh'].map((column) => `sumIf(${column}, ${COUNTS})`),
  `sumIf(${ESTIMATED_BY_ROW}, ${COUNTS})`,
  `toUnixTimestamp64Milli(minIf(ts, ${COUNTS}))`,
];
const ROLLUP_SUMS = [
  ...['views', 'clicks', 'burns', 'amount_micros', 'owner_micros', 'energy_milli_wh', 'estimated_views'].map(
    (column) => `sum(${column})`,
  ),
  'toUnixTimestamp64Milli(min(first_ts))',
];
const isUnequal = RAW_FIGURES.map((_, at) => `sum(f${at}) != 0`).join(' OR ');

/** The source of a seal: a week's events before the watermark, or the sums under an archive number. */
export type WeekSource = { readonly week: string; readonly watermark: string } | { readonly archived: number };

const ARCHIVED_FIGURES = [
  ...['view', 'click', 'burn'].map((kind) => `sumIf(events, kind = '${kind}' AND ${COUNTS})`),
  ...['amount_micros', 'owner_micros', 'energy_milli_wh', 'estimated_views'].map(
    (column) => `sumIf(${column}, ${COUNTS})`,
  ),
  `toUnixTimestamp64Milli(minIf(first_ts, ${COUNTS}))`,
];

const daysOf = (source: WeekSource) =>
  'archived' in source
    ? `SELECT toDate(ts) AS day, customer_id, ${SIGNED(ARCHIVED_FIGURES)}, sum(events) AS rows FROM archived_quarter
      WHERE seal = ${source.archived} GROUP BY day, customer_id`
    : `SELECT toDate(ts) AS day, customer_id, ${SIGNED(RAW_FIGURES)}, ${EVENTS_IN_ROWS} AS rows FROM events FINAL
      WHERE ${inWeek(source.week, source.watermark)} GROUP BY day, customer_id`;

/** Counts the day and customer pairs for which a week's seal is not the sum of its events, and counts the events. */
export const compareWeek = (number: number, source: WeekSource) => `
  SELECT countIf(unequal) AS differing, sum(raw) AS events FROM (
    SELECT ${isUnequal} AS unequal, sum(rows) AS raw FROM (
      ${daysOf(source)}
      UNION ALL
      SELECT day, customer_id, ${OPPOSITE(ROLLUP_SUMS)}, 0 AS rows FROM sealed_day
      WHERE seal = ${number} GROUP BY day, customer_id
    ) GROUP BY day, customer_id
  )`;

/** Counts the cells in which a seal of invalid rows differs from its source. */
export const compareInvalidWeek = (number: number, source: WeekSource) =>
  compareInvalid(number, 'archived' in source ? source : { rows: inWeek(source.week, source.watermark) });

/** Reads how much each customer's events exceed a week's seal, on the days where they differ. */
export const weekDifferences = (number: number, source: WeekSource) => `
  SELECT customer_id AS customer, count() AS days, ${RAW_FIGURES.map((_, at) => `sum(f${at}) AS d${at}`).join(', ')} FROM (
    SELECT day, customer_id, ${RAW_FIGURES.map((_, at) => `sum(f${at}) AS f${at}`).join(', ')} FROM (
      ${daysOf(source)}
      UNION ALL
      SELECT day, customer_id, ${OPPOSITE(ROLLUP_SUMS)}, 0 AS rows FROM sealed_day
      WHERE seal = ${number} GROUP BY day, customer_id
    ) GROUP BY day, customer_id HAVING ${RAW_FIGURES.map((_, at) => `f${at} != 0`).join(' OR ')}
  ) GROUP BY customer ORDER BY customer LIMIT 10000`;

/**
 * Counts the outlets whose totals are not the sums of the seals, or that lack newest views (unless raw rows are gone).
 * Excess views arrived while the week was sealed: because of their mark, the job seals the week again.
 */
export const compareGeneration = (generation: number, seals: readonly number[], areViewsWhole: boolean) => `
  SELECT count() AS differing FROM (
    SELECT customer_id, device_id FROM (
      SELECT customer_id, device_id, ${SIGNED(ROLLUP_SUMS)}, toInt64(least(12, sum(views))) AS newest
      FROM sealed_day WHERE seal IN (${seals.join(', ')}) GROUP BY customer_id, device_id
      UNION ALL
      SELECT customer_id, device_id, ${OPPOSITE(ROLLUP_SUMS)}, 0 AS newest FROM device_total
      WHERE gen = ${generation} GROUP BY customer_id, device_id
      UNION ALL
      SELECT customer_id, device_id, ${SIGNED(ROLLUP_SUMS.map(() => '0'))}, -toInt64(sum(length(last))) AS newest
      FROM device_recent WHERE gen = ${generation} GROUP BY customer_id, device_id
    ) GROUP BY customer_id, device_id HAVING ${isUnequal}${areViewsWhole ? ' OR sum(newest) > 0' : ''}
  )`;
