import { BY_OUTLET, type Migration, renderTable, type TableTemplate } from './table-template.ts';

const PACKED = 'CODEC(ZSTD(1))';

const FIGURES = (counter: string) => `
    views ${counter} ${PACKED}, clicks ${counter} ${PACKED}, burns ${counter} ${PACKED},
    amount_micros Int64 ${PACKED}, owner_micros Int64 ${PACKED},
    energy_milli_wh UInt64 ${PACKED}, estimated_views ${counter} ${PACKED},
    first_ts DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1))`;

/** Sealed UTC days per outlet. A week is only ever replaced completely, so an aggregate projection is safe here. */
const deviceDay = (name: string): TableTemplate => ({
  name,
  columns: `
    day Date ${PACKED}, customer_id UInt32 ${PACKED}, device_id UInt32 ${PACKED}, ${FIGURES('UInt32')},
    PROJECTION by_customer_day (
      SELECT customer_id, day, sum(views), sum(clicks), sum(burns), sum(amount_micros), sum(owner_micros),
        sum(energy_milli_wh), sum(estimated_views)
      GROUP BY customer_id, day
    )`,
  engine: 'MergeTree',
  partitionBy: 'toMonday(day)',
  orderBy: '(customer_id, device_id, day)',
  settings: { min_age_to_force_merge_seconds: 3600, min_age_to_force_merge_on_partition_only: 1 },
  shardBy: BY_OUTLET,
});

/** All sealed days of an outlet in one row, per generation. */
const DEVICE_TOTAL: TableTemplate = {
  name: 'device_total',
  columns: `gen UInt32, customer_id UInt32, device_id UInt32, ${FIGURES('UInt64')}, last_day Date`,
  engine: 'MergeTree',
  partitionBy: 'gen',
  orderBy: '(customer_id, device_id)',
  shardBy: BY_OUTLET,
};

/** The 12 newest views of an outlet before the watermark, per generation: outlets may have been inactive for months. */
const DEVICE_RECENT: TableTemplate = {
  name: 'device_recent',
  columns: `
    gen UInt32, customer_id UInt32, device_id UInt32,
    last Array(Tuple(ts DateTime64(3, 'UTC'), event_id UInt64, fingerprint FixedString(16), ip IPv6,
      advertiser_id UInt32, campaign_id UInt32, flight_id UInt32, cryptic String)) ${PACKED}`,
  engine: 'MergeTree',
  partitionBy: 'gen',
  orderBy: '(customer_id, device_id)',
  settings: { index_granularity: 512 },
  shardBy: BY_OUTLET,
};

export const createRollups: Migration = {
  name: '0002-rollups',
  statements: (rendering) => [
    ...renderTable(deviceDay('device_day'), rendering),
    ...renderTable(deviceDay('device_day_stage'), rendering),
    ...renderTable(DEVICE_TOTAL, rendering),
    ...renderTable(DEVICE_RECENT, rendering),
  ],
};
