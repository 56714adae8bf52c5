import { onEachShard } from './each-shard.ts';
import type { RowsOf } from './events-engine.ts';
import type { EventsStore } from './events-store.ts';
import { readForJob } from './maintenance-reads.ts';

const NOBODY = `toFixedString('', 16)`;
const WAIT = 'SETTINGS mutations_sync = 2';

/** 32 hex digits that are somebody's; all zeros stand for nobody. */
const isFingerprint = (text: string): boolean => /^[0-9a-f]{32}$/i.test(text) && !/^0+$/.test(text);

function visitorOf(fingerprint: string): string {
  if (!isFingerprint(fingerprint)) throw new RangeError('a fingerprint is 32 hex digits, not all of them 0');
  return `toFixedString(unhex('${fingerprint}'), 16)`;
}

/**
 * Removes a visitor (32 hex digits) from every table: fingerprint, address and play token become empty, events and all
 * totals stay as they are. Resolves when no part that holds the old values is active; their files are gone some minutes
 * later. Done once more it changes nothing. Backups made before keep the old values until they are rotated.
 */
export async function eraseFingerprint(
  { engine }: Pick<EventsStore, 'engine'>,
  fingerprint: string,
  sayAlive: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const visitor = visitorOf(fingerprint);
  const statements: readonly ((rowsOf: RowsOf) => string)[] = [
    (rowsOf) => `ALTER TABLE ${rowsOf('events')} UPDATE fingerprint = ${NOBODY}, ip = toIPv6('::'), cryptic = ''
      WHERE fingerprint = ${visitor} ${WAIT}`,
    (rowsOf) => `ALTER TABLE ${rowsOf('events_by_campaign')} UPDATE visitor = sipHash64(${NOBODY})
      WHERE visitor = sipHash64(${visitor}) ${WAIT}`,
    // The live generation is rewritten part by part in place: readers never find it empty.
    (rowsOf) => `ALTER TABLE ${rowsOf('device_recent')} UPDATE last = arrayMap(view -> if(view.3 = ${visitor},
      tuple(view.1, view.2, ${NOBODY}, toIPv6('::'), view.5, view.6, view.7, ''), view), last)
      WHERE arrayExists(view -> view.3 = ${visitor}, last) ${WAIT}`,
  ];
  for (const statement of statements) {
    await sayAlive();
    await onEachShard(engine, statement);
  }
}

export type VisitorTouch = {
  readonly customerKey: number;
  readonly advertiserKey: number;
  readonly outletKey: number;
  readonly events: number;
};

/** Where a visitor was seen, and how often. */
export async function findTouchesOf(
  { engine }: Pick<EventsStore, 'engine'>,
  fingerprint: string,
): Promise<VisitorTouch[]> {
  const rows = await readForJob<{ customer_id: number; advertiser_id: number; device_id: number; events: string }>(
    engine,
    `SELECT customer_id, advertiser_id, device_id, count() AS events FROM events FINAL
      WHERE fingerprint = ${visitorOf(fingerprint)} GROUP BY customer_id, advertiser_id, device_id`,
  );
  return rows.map((row) => ({
    customerKey: row.customer_id,
    advertiserKey: row.advertiser_id,
    outletKey: row.device_id,
    events: Number(row.events),
  }));
}
