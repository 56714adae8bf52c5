import { COUNTS } from './events-db.ts';
import type { RowsOf } from './events-engine.ts';
import { JOB_SETTINGS } from './maintenance-reads.ts';

/** SQL of invalid events, next to that of seals and the archive; numbers are integers that we generate. */

const COUNTS_NOT = `NOT (${COUNTS})`;

const KEYS = 'customer_id, device_id, quarter, kind, local_day, advertiser_id, campaign_id, flight_id, invalid';
const COLUMNS = `seal, ${KEYS.replace('quarter', 'ts')}, events, withheld_micros, withheld_owner_micros`;

/** Seals the invalid events among the rows of a condition. */
export const sealInvalidRows =
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

export const copyInvalidSeal = (from: number, to: number) => copied('sealed_invalid', from, to, 'true');

/** Seals the invalid events of a week whose events have been removed. */
export const sealInvalidArchived = (number: number, archived: number) =>
  copied('archived_quarter', archived, number, COUNTS_NOT);

const CELL = 'customer_id, toDate(ts) AS day, kind, flight_id, local_day, invalid';
const figures = (sign: '' | '-', count: string) =>
  [count, 'sum(withheld_micros)', 'sum(withheld_owner_micros)']
    .map((figure, at) => `${sign}toInt64(${figure}) AS f${at}`)
    .join(', ');

/** Counts the cells in which the sums of a seal's invalid events differ from those of its rows. */
export const compareInvalid = (number: number, source: { readonly rows: string } | { readonly archived: number }) => `
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
