import { BY_OUTLET, type Migration, renderTable, renderView, type TableTemplate } from './table-template.ts';

/**
 * Settings that merge each week into one part. FINAL costs nothing with one part per partition; otherwise, it takes an
 * order of magnitude longer (docs/events-store.md#parts).
 */
const MERGED_WEEKS = { min_age_to_force_merge_seconds: 3600, min_age_to_force_merge_on_partition_only: 1 };

/** The source of truth. A row has the owner at the event's time, so that an outlet's past stays with its past owner. */
const EVENTS: TableTemplate = {
  name: 'events',
  columns: `
    customer_id UInt32,
    device_id UInt32,
    ts DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    event_id UInt64 CODEC(NONE),
    kind Enum8('view' = 1, 'click' = 2, 'burn' = 3) CODEC(ZSTD(1)),
    local_day Date CODEC(ZSTD(1)),
    advertiser_id UInt32 CODEC(ZSTD(1)),
    campaign_id UInt32 CODEC(ZSTD(1)),
    flight_id UInt32 CODEC(ZSTD(1)),
    amount_micros Int64 CODEC(ZSTD(1)),
    owner_micros Int64 CODEC(ZSTD(1)),
    energy_milli_wh UInt32 CODEC(ZSTD(1)),
    energy_metered Bool CODEC(ZSTD(1)),
    view_id UInt64 CODEC(ZSTD(1)),
    fingerprint FixedString(16) CODEC(ZSTD(1)),
    ip IPv6 CODEC(ZSTD(1)),
    cryptic String CODEC(ZSTD(1)),
    ingested_at DateTime('UTC') DEFAULT now() CODEC(Delta(4), ZSTD(1))`,
  engine: 'ReplacingMergeTree',
  partitionBy: 'toMonday(ts)',
  orderBy: '(customer_id, device_id, ts, event_id)',
  settings: MERGED_WEEKS,
  shardBy: BY_OUTLET,
};

/** A narrow copy in campaign order, because an advertiser's queries would scan all of `events`. */
const EVENTS_BY_CAMPAIGN: TableTemplate = {
  name: 'events_by_campaign',
  columns: `
    advertiser_id UInt32,
    campaign_id UInt32,
    ts DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    event_id UInt64 CODEC(NONE),
    kind Enum8('view' = 1, 'click' = 2, 'burn' = 3) CODEC(ZSTD(1)),
    flight_id UInt32 CODEC(ZSTD(1)),
    customer_id UInt32 CODEC(ZSTD(1)),
    device_id UInt32 CODEC(ZSTD(1)),
    local_day Date CODEC(ZSTD(1)),
    amount_micros Int64 CODEC(ZSTD(1)),
    visitor UInt64 CODEC(ZSTD(1))`,
  engine: 'ReplacingMergeTree',
  partitionBy: 'toYYYYMM(ts)',
  orderBy: '(advertiser_id, campaign_id, ts, event_id)',
  settings: MERGED_WEEKS,
  shardBy: BY_OUTLET,
};

const CAMPAIGN_COPY_COLUMNS =
  'advertiser_id, campaign_id, ts, event_id, kind, flight_id, customer_id, device_id, local_day, amount_micros';

export const createEvents: Migration = {
  name: '0001-events',
  statements: (rendering) => [
    ...renderTable(EVENTS, rendering),
    ...renderTable(EVENTS_BY_CAMPAIGN, rendering),
    renderView(
      'events_by_campaign_mv',
      'events',
      'events_by_campaign',
      `${CAMPAIGN_COPY_COLUMNS}, sipHash64(fingerprint) AS visitor`,
      rendering,
    ),
  ],
};
