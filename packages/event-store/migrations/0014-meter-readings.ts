import { localName, type Migration, type Rendering, waiting } from './table-template.ts';

const PACKED = 'CODEC(ZSTD(1))';
const KIND = `kind Enum8('view' = 1, 'click' = 2, 'burn' = 3, 'reading' = 4)`;
const SOURCE = `reading_of Enum8('none' = 0, 'view' = 1, 'click' = 2, 'burn' = 3, 'register' = 4) DEFAULT 'none'`;

/**
 * Alters the table with the rows. On a cluster, also alters the distributed table, which has no storage and hence no
 * codecs.
 */
function alter(table: string, changes: readonly string[], rendering: Rendering): readonly string[] {
  const own = `ALTER TABLE ${localName(table, rendering)} ${changes.map((change) => `${change} ${PACKED}`).join(', ')}`;
  const face = rendering.cluster === null ? [] : [`ALTER TABLE ${table} ${changes.join(', ')}`];
  return [`${own}${waiting(rendering)}`, ...face];
}

/**
 * Adds rows that correct the energy of a view by a signed difference. The campaign copy accepts the new kind first,
 * because a view fills it. The archive adds readings to their view. One column of `events` is rewritten, in the
 * background.
 */
export const addMeterReadings: Migration = {
  name: '0014-meter-readings',
  statements: (rendering) => [
    ...alter('events_by_campaign', [`MODIFY COLUMN ${KIND}`], rendering),
    ...alter(
      'events',
      [`MODIFY COLUMN ${KIND}`, 'MODIFY COLUMN energy_milli_wh Int64', `ADD COLUMN IF NOT EXISTS ${SOURCE}`],
      rendering,
    ),
  ],
};
