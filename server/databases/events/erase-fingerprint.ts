import { onEachShard } from './each-shard.ts';
import type { EventsStore } from './events-store.ts';

const NOBODY = `toFixedString('', 16)`;

/**
 * Removes a visitor (32 hex digits) from every table: fingerprint, address and play token become empty, events and all
 * totals stay as they are (decisions section 3). Resolves when no part that holds the old values is active. A late retry
 * of an erased event is known by its id and refused. Backups made before keep the old values until they are rotated.
 */
export async function eraseFingerprint({ engine }: EventsStore, fingerprint: string): Promise<void> {
  if (!/^[0-9a-f]{32}$/i.test(fingerprint)) throw new RangeError('a fingerprint is 32 hex digits');
  const visitor = `toFixedString(unhex('${fingerprint}'), 16)`;
  const wait = 'SETTINGS mutations_sync = 2';
  await onEachShard(
    engine,
    (rowsOf) =>
      `ALTER TABLE ${rowsOf('events')} UPDATE fingerprint = ${NOBODY}, ip = toIPv6('::'), cryptic = '' WHERE fingerprint = ${visitor} ${wait}`,
  );
  await onEachShard(
    engine,
    (rowsOf) =>
      `ALTER TABLE ${rowsOf('events_by_campaign')} UPDATE visitor = sipHash64(${NOBODY}) WHERE visitor = sipHash64(${visitor}) ${wait}`,
  );
  // The live generation is rewritten part by part in place: readers never find it empty.
  await onEachShard(
    engine,
    (rowsOf) => `ALTER TABLE ${rowsOf('device_recent')} UPDATE last = arrayMap(view -> if(view.3 = ${visitor},
      tuple(view.1, view.2, ${NOBODY}, toIPv6('::'), view.5, view.6, view.7, ''), view), last)
      WHERE arrayExists(view -> view.3 = ${visitor}, last) ${wait}`,
  );
}
