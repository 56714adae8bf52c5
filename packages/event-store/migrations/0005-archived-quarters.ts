import { BY_OUTLET, type Migration, renderTable, type TableTemplate } from './table-template.ts';

const PACKED = 'CODEC(ZSTD(1))';

/**
 * Sums of events that are no longer stored singly, by quarter hour, because the days of every time zone begin at a
 * quarter hour. The table has every key by which figures are queried, and no visitor data. Each week has a number of
 * its own, as in `sealed_day`. Rows are only ever added, so that an aggregate projection and a second sort order are
 * safe.
 */
const ARCHIVED_QUARTER: TableTemplate = {
  name: 'archived_quarter',
  columns: `
    seal UInt32 ${PACKED}, customer_id UInt32 ${PACKED}, device_id UInt32 ${PACKED},
    ts DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    kind Enum8('view' = 1, 'click' = 2, 'burn' = 3) ${PACKED}, local_day Date ${PACKED},
    advertiser_id UInt32 ${PACKED}, campaign_id UInt32 ${PACKED}, flight_id UInt32 ${PACKED},
    events UInt32 ${PACKED}, amount_micros Int64 ${PACKED}, owner_micros Int64 ${PACKED},
    energy_milli_wh UInt64 ${PACKED}, estimated_views UInt32 ${PACKED},
    first_ts DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    PROJECTION by_campaign (
      SELECT seal, customer_id, device_id, ts, kind, local_day, advertiser_id, campaign_id, flight_id, events, amount_micros,
        first_ts
      ORDER BY advertiser_id, campaign_id, ts
    )`,
  engine: 'MergeTree',
  partitionBy: 'seal',
  orderBy: '(customer_id, device_id, ts, kind, flight_id)',
  settings: { min_age_to_force_merge_seconds: 3600, min_age_to_force_merge_on_partition_only: 1 },
  shardBy: BY_OUTLET,
};

export const createArchivedQuarters: Migration = {
  name: '0005-archived-quarters',
  statements: (rendering) => renderTable(ARCHIVED_QUARTER, rendering),
};
