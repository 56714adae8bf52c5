import { localName, type Migration, waiting } from './table-template.ts';

/**
 * Adds the ID that the outlet sent, so that its operator can match an event with a statement: `event_id` is only a hash
 * of that ID. Events stored before this column existed have the UUID of zeros.
 */
export const addSentIds: Migration = {
  name: '0015-sent-ids',
  statements: (rendering) => {
    const own = `ALTER TABLE ${localName('events', rendering)} ADD COLUMN IF NOT EXISTS sent_id UUID CODEC(ZSTD(1))${waiting(rendering)}`;
    return rendering.cluster === null ? [own] : [own, 'ALTER TABLE events ADD COLUMN IF NOT EXISTS sent_id UUID'];
  },
};
