import {
  BY_OUTLET,
  localName,
  type Migration,
  type Rendering,
  renderTable,
  type TableTemplate,
  waiting,
} from './table-template.ts';

const PACKED = 'CODEC(ZSTD(1))';

/** The reasons in the order of the checks; `none` is valid. Events stored before this column existed stay valid. */
const REASON = `Enum8('none' = 0, 'play_forged' = 1, 'play_expired' = 2, 'play_elsewhere' = 3, 'play_mismatch' = 4,
  'unsigned' = 5, 'repeated' = 6, 'paused' = 7, 'over_budget' = 8, 'visitor_pace' = 9, 'outlet_pace' = 10,
  'data_centre' = 11, 'outlet_silent' = 12)`;

/** Amounts that an invalid event would have earned. */
const WITHHELD = ['withheld_micros', 'withheld_owner_micros'] as const;

const JUDGED = [
  `invalid ${REASON} DEFAULT 'none' ${PACKED}`,
  ...WITHHELD.map((column) => `${column} Int64 DEFAULT 0 ${PACKED}`),
];

/** Whether the view was shown for a play issued by this server. */
const SIGNED = `signed Bool DEFAULT false ${PACKED}`;

/** Adding columns with a default changes only metadata: no row is read or written. */
function addColumns(table: string, columns: readonly string[], rendering: Rendering): readonly string[] {
  const added = columns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`).join(', ');
  const own = `ALTER TABLE ${localName(table, rendering)} ${added}${waiting(rendering)}`;
  if (rendering.cluster === null) return [own];
  // The distributed table has no storage, hence no codecs.
  return [own, `ALTER TABLE ${table} ${added.replaceAll(` ${PACKED}`, '')}`];
}

/**
 * Invalid events of sealed weeks, by quarter hour, flight and reason, under the numbers of `sealed_day`, which has only
 * valid events. The table has few rows, because most events are valid.
 */
const SEALED_INVALID: TableTemplate = {
  name: 'sealed_invalid',
  columns: `
    seal UInt32 ${PACKED}, customer_id UInt32 ${PACKED}, device_id UInt32 ${PACKED},
    ts DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
    kind Enum8('view' = 1, 'click' = 2, 'burn' = 3) ${PACKED}, local_day Date ${PACKED},
    advertiser_id UInt32 ${PACKED}, campaign_id UInt32 ${PACKED}, flight_id UInt32 ${PACKED},
    invalid ${REASON} ${PACKED}, events UInt32 ${PACKED},
    withheld_micros Int64 ${PACKED}, withheld_owner_micros Int64 ${PACKED}`,
  engine: 'MergeTree',
  partitionBy: 'seal',
  orderBy: '(customer_id, device_id, ts, kind, flight_id)',
  settings: { min_age_to_force_merge_seconds: 3600, min_age_to_force_merge_on_partition_only: 1 },
  shardBy: BY_OUTLET,
};

export const JUDGED_COPY_COLUMNS =
  'advertiser_id, campaign_id, ts, event_id, kind, flight_id, customer_id, device_id, local_day, amount_micros, invalid, withheld_micros, signed';

/**
 * Adds the reason why an event is invalid. The campaign copy gets the columns before the view fills them. The archive's
 * second sort order is rebuilt to include the columns.
 */
export const addInvalidTraffic: Migration = {
  name: '0007-invalid-traffic',
  statements: (rendering) => {
    const archive = localName('archived_quarter', rendering);
    const alterArchive = (change: string) => `ALTER TABLE ${archive} ${change}${waiting(rendering)}`;
    return [
      ...addColumns('events', [...JUDGED, SIGNED], rendering),
      ...addColumns('events_by_campaign', [...JUDGED.slice(0, 2), SIGNED], rendering),
      `ALTER TABLE events_by_campaign_mv MODIFY QUERY SELECT ${JUDGED_COPY_COLUMNS}, sipHash64(fingerprint) AS visitor FROM ${localName('events', rendering)}`,
      ...addColumns('archived_quarter', [...JUDGED, `signed_views UInt32 DEFAULT 0 ${PACKED}`], rendering),
      alterArchive(`ADD PROJECTION IF NOT EXISTS by_campaign_judged (
        SELECT seal, customer_id, device_id, ts, kind, local_day, advertiser_id, campaign_id, flight_id, events,
          amount_micros, first_ts, invalid, withheld_micros, signed_views
        ORDER BY advertiser_id, campaign_id, ts
      )`),
      `ALTER TABLE ${archive} MATERIALIZE PROJECTION by_campaign_judged SETTINGS mutations_sync = 2`,
      `ALTER TABLE ${archive} DROP PROJECTION IF EXISTS by_campaign SETTINGS mutations_sync = 2, alter_sync = 2`,
      ...renderTable(SEALED_INVALID, rendering),
    ];
  },
};
