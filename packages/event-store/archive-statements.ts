import { ESTIMATED_BY_ROW, EVENTS_IN_ROWS } from './events-db.ts';
import type { RowsOf } from './events-engine.ts';
import { JOB_SETTINGS } from './maintenance-reads.ts';

/**
 * SQL for the archive. Weeks are identified by their Monday (an ISO date); numbers are integers that this package
 * generates.
 */

const KEYS =
  'customer_id, device_id, quarter, archived_kind, local_day, advertiser_id, campaign_id, flight_id, invalid';
const COLUMNS = KEYS.replace('quarter', 'ts').replace('archived_kind', 'kind');

/** The archived kind of a row: a reading is added to its view, which has the same timestamp. */
const ARCHIVED_KIND = `CAST(if(kind = 'reading', 1, toInt8(kind)), 'Enum8(\\'view\\' = 1, \\'click\\' = 2, \\'burn\\' = 3)')`;

/**
 * Memory limit, in bytes, above which grouping spills to disk. In networks with many outlets, a week has two million
 * cells or more.
 */
const SPILL = 'max_bytes_before_external_group_by = 66000000';

export const archiveWeek =
  (number: number, week: string) =>
  (rowsOf: RowsOf): string =>
    `
  INSERT INTO ${rowsOf('archived_quarter')} (seal, ${COLUMNS}, events, amount_micros, owner_micros,
    energy_milli_wh, estimated_views, first_ts, withheld_micros, withheld_owner_micros, signed_views)
  SELECT ${number}, customer_id, device_id, toStartOfInterval(ts, INTERVAL 15 minute) AS quarter,
    ${ARCHIVED_KIND} AS archived_kind, local_day, advertiser_id, campaign_id, flight_id, invalid, ${EVENTS_IN_ROWS}, sum(amount_micros), sum(owner_micros), sum(energy_milli_wh),
    sum(${ESTIMATED_BY_ROW}), min(ts), sum(withheld_micros), sum(withheld_owner_micros), countIf(signed)
  FROM ${rowsOf('events')} FINAL WHERE toMonday(ts) = toDate('${week}') GROUP BY ${KEYS} ${JOB_SETTINGS}, ${SPILL}`;

const GROUPS = 'customer_id, advertiser_id, flight_id, archived_kind, local_day, invalid';
const groupsOf = (kind: string) => GROUPS.replace('archived_kind', `${kind} AS archived_kind`);
const SUMMED = ['amount_micros', 'owner_micros', 'energy_milli_wh', 'withheld_micros', 'withheld_owner_micros'];
const FIGURES = (sign: '' | '-', figures: readonly string[]) =>
  [...figures, ...SUMMED.map((column) => `sum(${column})`)]
    .map((figure, at) => `${sign}toInt64(${figure}) AS f${at}`)
    .join(', ');
const OF_EVENTS = [EVENTS_IN_ROWS, `sum(${ESTIMATED_BY_ROW})`, 'countIf(signed)', 'toUnixTimestamp64Milli(min(ts))'];
const OF_SUMS = ['sum(events)', 'sum(estimated_views)', 'sum(signed_views)', 'toUnixTimestamp64Milli(min(first_ts))'];
const PLACES_OF_FIGURES = [...OF_SUMS, ...SUMMED].map((_, at) => at);

/** Counts the groups of a week whose sums differ from those of its events, and counts the events. */
export const compareArchived = (number: number, week: string): string => `
  SELECT countIf(${PLACES_OF_FIGURES.map((at) => `s${at} != 0`).join(' OR ')}) AS differing, sum(raw) AS events FROM (
    SELECT ${PLACES_OF_FIGURES.map((at) => `sum(f${at}) AS s${at}`).join(', ')}, sum(rows) AS raw FROM (
      SELECT ${groupsOf(ARCHIVED_KIND)}, ${FIGURES('', OF_EVENTS)}, ${EVENTS_IN_ROWS} AS rows
      FROM events FINAL WHERE toMonday(ts) = toDate('${week}') GROUP BY ${GROUPS}
      UNION ALL
      SELECT ${groupsOf('kind')}, ${FIGURES('-', OF_SUMS)}, 0 AS rows FROM archived_quarter WHERE seal = ${number} GROUP BY ${GROUPS}
    ) GROUP BY ${GROUPS}
  )`;

export const countEvents = (week: string): string =>
  `SELECT ${EVENTS_IN_ROWS} AS events FROM events FINAL WHERE toMonday(ts) = toDate('${week}')`;

/** Reads the week of the sums under a number, and the number of events in these sums. */
export const describeArchived = (number: number): string =>
  `SELECT toString(toMonday(min(ts))) AS week, sum(archived_quarter.events) AS events FROM archived_quarter WHERE seal = ${number}`;

export const dropArchived =
  (number: number) =>
  (rowsOf: RowsOf): string =>
    `ALTER TABLE ${rowsOf('archived_quarter')} DROP PARTITION ${number}`;

export const dropEvents =
  (week: string) =>
  (rowsOf: RowsOf): string =>
    `ALTER TABLE ${rowsOf('events')} DROP PARTITION '${week}'`;

/**
 * Deletes weeks from the campaign copy row by row: the copy is partitioned by month, and month boundaries are not week
 * boundaries.
 */
export const deleteCopies =
  (weeks: readonly string[]) =>
  (rowsOf: RowsOf): string =>
    `ALTER TABLE ${rowsOf('events_by_campaign')} DELETE
      WHERE toMonday(ts) IN (${weeks.map((week) => `toDate('${week}')`).join(', ')}) SETTINGS mutations_sync = 2`;

/** Lists the weeks before a date that are in the campaign copy. */
export const findCopies = (before: string): string =>
  `SELECT DISTINCT toString(toMonday(ts)) AS week FROM events_by_campaign WHERE ts < toDate('${before}')`;

const PLACES = 'advertiser_id, campaign_id, day';

const OF_WEEK = (week: string) => `WHERE toMonday(ts) = toDate('${week}')`;

/** Reads the events and spend of a week's rows. */
export const sumEvents = (week: string): string =>
  `SELECT ${EVENTS_IN_ROWS} AS events, sum(amount_micros) AS micros FROM events FINAL ${OF_WEEK(week)}`;

/** Reads the events and spend of the sums under a number. */
export const sumArchived = (number: number): string =>
  `SELECT sum(archived_quarter.events) AS events, sum(amount_micros) AS micros FROM archived_quarter WHERE seal = ${number}`;

/**
 * Computes how much the campaign copy lacks, by campaign and day, compared with the events or with the sums under an
 * archive number.
 */
const besideCopy = (week: string, number: number | null): string => `
  SELECT sum(rows) AS less_rows, sum(amount) AS less_amount FROM (
    SELECT toDate(ts) AS day, advertiser_id, campaign_id,
      toInt64(${number === null ? EVENTS_IN_ROWS : 'sum(archived_quarter.events)'}) AS rows, toInt64(sum(amount_micros)) AS amount
    FROM ${number === null ? `events FINAL ${OF_WEEK(week)}` : `archived_quarter WHERE seal = ${number}`} GROUP BY ${PLACES}
    UNION ALL
    SELECT toDate(ts) AS day, advertiser_id, campaign_id, -toInt64(${EVENTS_IN_ROWS}) AS rows, -toInt64(sum(amount_micros)) AS amount
    FROM events_by_campaign FINAL ${OF_WEEK(week)} GROUP BY ${PLACES}
  ) GROUP BY ${PLACES}`;

/** Counts the campaign days for which the campaign copy has more of a week's events, or more money, than `events`. */
export const countMoreInCopy = (week: string): string =>
  `SELECT countIf(less_rows < 0 OR less_amount < 0) AS events FROM (${besideCopy(week, null)})`;

/** Counts the events, and adds up the spend, that only the campaign copy has. */
export const sumMoreInCopy = (week: string, number: number | null): string => `
  SELECT -sumIf(less_rows, less_rows < 0) AS events, -sumIf(less_amount, less_amount < 0) AS micros
  FROM (${besideCopy(week, number)})`;

/** Disk usage of each partition; runs on each shard. */
export const PARTITION_BYTES = `SELECT partition AS week, sum(bytes_on_disk) AS bytes, sum(rows) AS rows FROM system.parts
  WHERE database = {database:String} AND table = {table:String} AND active GROUP BY partition`;
