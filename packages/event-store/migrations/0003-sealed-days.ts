import { BY_OUTLET, type Migration, renderTable, type TableTemplate } from './table-template.ts';

const PACKED = 'CODEC(ZSTD(1))';

/**
 * Sealed UTC days per outlet. Each week is sealed under a number of its own, and rows are only ever added. Readers use
 * the numbers that the accounts store published; after a crash, half-written rows have a number that no reader uses.
 * This table replaces `device_day`, whose weeks were swapped in: a crash could leave both the old and the new week in
 * place.
 */
const SEALED_DAY: TableTemplate = {
  name: 'sealed_day',
  columns: `
    seal UInt32 ${PACKED}, day Date ${PACKED}, customer_id UInt32 ${PACKED}, device_id UInt32 ${PACKED},
    views UInt32 ${PACKED}, clicks UInt32 ${PACKED}, burns UInt32 ${PACKED},
    amount_micros Int64 ${PACKED}, owner_micros Int64 ${PACKED},
    energy_milli_wh UInt64 ${PACKED}, estimated_views UInt32 ${PACKED},
    first_ts DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    PROJECTION by_customer_day (
      SELECT customer_id, seal, day, sum(views), sum(clicks), sum(burns), sum(amount_micros), sum(owner_micros),
        sum(energy_milli_wh), sum(estimated_views)
      GROUP BY customer_id, seal, day
    )`,
  engine: 'MergeTree',
  partitionBy: 'seal',
  orderBy: '(customer_id, device_id, day)',
  settings: { min_age_to_force_merge_seconds: 3600, min_age_to_force_merge_on_partition_only: 1 },
  shardBy: BY_OUTLET,
};

export const createSealedDays: Migration = {
  name: '0003-sealed-days',
  statements: (rendering) => renderTable(SEALED_DAY, rendering),
};
