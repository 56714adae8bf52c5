import { JOB_SETTINGS } from './maintenance-reads.ts';

/** SQL of the seal job. Weeks and watermarks are ISO dates and generations integers of our own making. */

const FIGURES = `countIf(kind = 'view') AS views, countIf(kind = 'click') AS clicks, countIf(kind = 'burn') AS burns,
  sum(amount_micros), sum(owner_micros), sum(energy_milli_wh), countIf(kind = 'view' AND NOT energy_metered), min(ts)`;

const FIGURE_COLUMNS = 'views, clicks, burns, amount_micros, owner_micros, energy_milli_wh, estimated_views, first_ts';

const SUMS =
  'sum(views), sum(clicks), sum(burns), sum(amount_micros), sum(owner_micros), sum(energy_milli_wh), sum(estimated_views), min(first_ts)';

export const emptyStage = 'TRUNCATE TABLE device_day_stage';

export const stageWeek = (week: string, watermark: string) => `
  INSERT INTO device_day_stage (day, customer_id, device_id, ${FIGURE_COLUMNS})
  SELECT toDate(ts) AS day, customer_id, device_id, ${FIGURES}
  FROM events FINAL WHERE toMonday(ts) = toDate('${week}') AND ts < toDate('${watermark}')
  GROUP BY day, customer_id, device_id ${JOB_SETTINGS}`;

/** How many events a week has sealed, and how many its new version would have. */
export const COMPARE_STAGE = `
  SELECT (SELECT sum(views + clicks + burns) FROM device_day WHERE toMonday(day) = {week:Date}) AS sealed,
    (SELECT sum(views + clicks + burns) FROM device_day_stage) AS staged`;

export const replaceWeek = (week: string) => `
  ALTER TABLE device_day REPLACE PARTITION '${week}' FROM device_day_stage
  SETTINGS allow_replace_partition_from_empty_source = 1`;

export const dropGeneration = (table: GenerationTable, generation: number) =>
  `ALTER TABLE ${table} DROP PARTITION ${generation}`;

export const GENERATION_TABLES = ['device_total', 'device_recent'] as const;
export type GenerationTable = (typeof GENERATION_TABLES)[number];

export const fillTotals = (generation: number, watermark: string) => `
  INSERT INTO device_total (gen, customer_id, device_id, ${FIGURE_COLUMNS}, last_day)
  SELECT ${generation}, customer_id, device_id, ${SUMS}, max(day)
  FROM device_day WHERE day < toDate('${watermark}') GROUP BY customer_id, device_id ${JOB_SETTINGS}`;

const VIEW_TUPLE = 'tuple(ts, event_id, fingerprint, ip, advertiser_id, campaign_id, flight_id, cryptic)';

/** Where the newest views are gathered before they are published under their generation. */
export const SCRATCH_GENERATION = 4_294_967_295;

/**
 * The 12 newest views a week has of every outlet that has not 12 newer ones gathered already; weeks come newest first, so
 * after two or three only the sleepy outlets are left. In key order and by LIMIT BY: sorted arrays as an aggregate took
 * 3.9 GB for a year of 20 million rows, this stays under 100 MB.
 */
export const gatherRecent = (week: string, watermark: string) => `
  INSERT INTO device_recent (gen, customer_id, device_id, last)
  SELECT ${SCRATCH_GENERATION}, customer_id, device_id, groupArray(view) FROM (
    SELECT customer_id, device_id, ${VIEW_TUPLE} AS view FROM events FINAL
    WHERE kind = 'view' AND toMonday(ts) = toDate('${week}') AND ts < toDate('${watermark}')
      AND (customer_id, device_id) NOT IN (
        SELECT customer_id, device_id FROM device_recent WHERE gen = ${SCRATCH_GENERATION}
        GROUP BY customer_id, device_id HAVING sum(length(last)) >= 12)
    ORDER BY customer_id DESC, device_id DESC, ts DESC, event_id DESC LIMIT 12 BY customer_id, device_id
  ) GROUP BY customer_id, device_id ${JOB_SETTINGS}`;

/** What was gathered and what the previous generation had, as the new generation. */
export const fillRecent = (generation: number, previousGeneration: number) => `
  INSERT INTO device_recent (gen, customer_id, device_id, last)
  SELECT ${generation}, customer_id, device_id,
    arraySlice(arrayReverseSort(view -> (view.1, view.2), arrayDistinct(groupArrayArray(last))), 1, 12)
  FROM device_recent WHERE gen IN (${SCRATCH_GENERATION}, ${previousGeneration})
  GROUP BY customer_id, device_id ${JOB_SETTINGS}`;
