import { localName, type Migration, type Rendering, waiting } from './table-template.ts';

const PACKED = 'CODEC(ZSTD(1))';

/**
 * All reasons. Those of `0007-invalid-traffic` keep their numbers. New reasons get the next numbers, regardless of the
 * order of the checks.
 */
const REASON = `Enum8('none' = 0, 'play_forged' = 1, 'play_expired' = 2, 'play_elsewhere' = 3, 'play_mismatch' = 4,
  'unsigned' = 5, 'repeated' = 6, 'paused' = 7, 'over_budget' = 8, 'visitor_pace' = 9, 'outlet_pace' = 10,
  'data_centre' = 11, 'outlet_silent' = 12, 'no_creative' = 13, 'out_of_order' = 14, 'backfill' = 15,
  'click_pattern' = 16, 'energy_pattern' = 17, 'interval_pattern' = 18, 'fingerprint_pattern' = 19,
  'closed_hours' = 20, 'distant_venues' = 21, 'many_addresses' = 22, 'outlet_share' = 23)`;

/** Adding values to an Enum8 changes only metadata: no row is read or written. */
function extendReasons(table: string, fallback: string, rendering: Rendering): readonly string[] {
  const column = `MODIFY COLUMN invalid ${REASON}${fallback}`;
  const own = `ALTER TABLE ${localName(table, rendering)} ${column} ${PACKED}${waiting(rendering)}`;
  // The distributed table has no storage, so it takes no codec.
  return rendering.cluster === null ? [own] : [own, `ALTER TABLE ${table} ${column}`];
}

const DEFAULT = ` DEFAULT 'none'`;

/**
 * Adds reasons why an event is invalid. The campaign copy accepts the new reasons before `events` does, because a view
 * fills the copy from `events`.
 */
export const addTrafficReasons: Migration = {
  name: '0013-traffic-reasons',
  statements: (rendering) => [
    ...extendReasons('events_by_campaign', DEFAULT, rendering),
    ...extendReasons('events', DEFAULT, rendering),
    ...extendReasons('archived_quarter', DEFAULT, rendering),
    ...extendReasons('sealed_invalid', '', rendering),
  ],
};
