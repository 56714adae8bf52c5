import { createHash, randomBytes } from 'node:crypto';
import { onEachShard } from './each-shard.ts';
import type { RowsOf } from './events-engine.ts';
import type { EventsStore } from './events-store.ts';
import { readForJob } from './maintenance-reads.ts';

/** The visitors to erase: one visitor (32 hex digits), or all visitors of events before a time (epoch ms). */
export type Visitors = { readonly fingerprint: string } | { readonly beforeMs: number };

const NOBODY = `toFixedString('', 16)`;
const WAIT = 'SETTINGS mutations_sync = 2';

/** Whether a text is a visitor's fingerprint of 32 hex digits. All zeros mean that there is no visitor. */
const isFingerprint = (text: string): boolean => /^[0-9a-f]{32}$/i.test(text) && !/^0+$/.test(text);

type Statement = (rowsOf: RowsOf) => string;

/** For each table, a condition that selects the rows that name these visitors. */
type Conditions = { readonly events: string; readonly copy: string; readonly recent: string };

function conditionsOf(visitors: Visitors, copied = '0'): Conditions {
  if ('beforeMs' in visitors) {
    if (!Number.isSafeInteger(visitors.beforeMs)) throw new RangeError('an instant is a whole number of milliseconds');
    const before = `fromUnixTimestamp64Milli(toInt64(${visitors.beforeMs}), 'UTC')`;
    return {
      events: `ts < ${before} AND (fingerprint != ${NOBODY} OR ip != toIPv6('::') OR cryptic != '')`,
      copy: `ts < ${before} AND visitor != sipHash64(${NOBODY})`,
      recent: `view.1 < ${before} AND (view.3 != ${NOBODY} OR view.4 != toIPv6('::') OR view.8 != '')`,
    };
  }
  const { fingerprint } = visitors;
  if (!isFingerprint(fingerprint)) throw new RangeError('a fingerprint is 32 hex digits, not all of them 0');
  const isVisitor = recogniserOf(fingerprint);
  return { events: isVisitor('fingerprint'), copy: `visitor = ${copied}`, recent: isVisitor('view.3') };
}

/**
 * Returns a condition that recognizes a visitor by a salted hash. The engine keeps the text of its last hundred
 * mutations in files, so the text must not contain the erased fingerprint.
 */
function recogniserOf(fingerprint: string): (column: string) => string {
  const salt = randomBytes(16).toString('hex');
  const digest = createHash('sha256')
    .update(Buffer.from(`${salt}${fingerprint}`, 'hex'))
    .digest('hex');
  return (column) => `SHA256(concat(unhex('${salt}'), ${column})) = unhex('${digest}')`;
}

/** Returns the visitor's hash in the campaign copy; '0' for all visitors before a time. */
async function readCopied(engine: EventsStore['engine'], visitors: Visitors): Promise<string> {
  if (!('fingerprint' in visitors) || !isFingerprint(visitors.fingerprint)) return '0';
  const hash = `sipHash64(toFixedString(unhex('${visitors.fingerprint}'), 16))`;
  const [read] = await readForJob<{ copied: string }>(engine, `SELECT toString(${hash}) AS copied`);
  return read?.copied ?? '0';
}

/**
 * Removes visitor data from every table: fingerprint, address and play token become empty. No event is removed, and no
 * total changes. Resolves when no active part holds the old values; the files of the old parts are deleted some minutes
 * later. Idempotent. Earlier backups keep the old values until they are rotated.
 */
export async function eraseVisitors(
  { engine }: Pick<EventsStore, 'engine'>,
  visitors: Visitors,
  sayAlive: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { events, copy, recent } = conditionsOf(visitors, await readCopied(engine, visitors));
  const statements: readonly Statement[] = [
    (rowsOf) => `ALTER TABLE ${rowsOf('events')} UPDATE fingerprint = ${NOBODY}, ip = toIPv6('::'), cryptic = ''
      WHERE ${events} ${WAIT}`,
    (rowsOf) =>
      `ALTER TABLE ${rowsOf('events_by_campaign')} UPDATE visitor = sipHash64(${NOBODY}) WHERE ${copy} ${WAIT}`,
    eraseRecent(recent),
  ];
  for (const statement of statements) {
    await sayAlive();
    await onEachShard(engine, statement);
  }
  // Throws if the lease was lost. Sums may then have been sealed meanwhile, and the seal may have copied newest views
  // that still name a visitor.
  await sayAlive();
}

/**
 * Erases visitors from newest views. The mutation rewrites the live generation in place, part by part, so readers never
 * find the generation empty.
 */
const eraseRecent =
  (condition: string): Statement =>
  (rowsOf) =>
    `ALTER TABLE ${rowsOf('device_recent')} UPDATE last = arrayMap(view -> if(${condition},
      tuple(view.1, view.2, ${NOBODY}, toIPv6('::'), view.5, view.6, view.7, ''), view), last)
      WHERE arrayExists(view -> ${condition}, last) ${WAIT}`;

/**
 * Removes the visitors from the newest views of archived events. Returns the outlets and advertisers of these views.
 */
export async function forgetNewestViews(
  { engine }: Pick<EventsStore, 'engine'>,
  beforeMs: number,
  sayAlive: () => Promise<void>,
): Promise<Omit<VisitorTouch, 'events'>[]> {
  const { recent } = conditionsOf({ beforeMs });
  const found = await readForJob<{ customer_id: number; advertiser: number; device_id: number }>(
    engine,
    `SELECT DISTINCT customer_id, device_id, arrayJoin(arrayMap(view -> view.5, arrayFilter(view -> ${recent}, last))) AS advertiser
      FROM device_recent WHERE arrayExists(view -> ${recent}, last)`,
  );
  if (found.length === 0) return [];
  await sayAlive();
  await onEachShard(engine, eraseRecent(recent));
  await sayAlive();
  return found.map((row) => ({
    customerKey: row.customer_id,
    advertiserKey: row.advertiser,
    outletKey: row.device_id,
  }));
}

export type VisitorTouch = {
  readonly customerKey: number;
  readonly advertiserKey: number;
  readonly outletKey: number;
  readonly events: number;
};

/** Finds where these visitors were seen, and the number of events there that still name them. */
export async function findTouchesOf(
  { engine }: Pick<EventsStore, 'engine'>,
  visitors: Visitors,
): Promise<VisitorTouch[]> {
  const rows = await readForJob<{ customer_id: number; advertiser_id: number; device_id: number; events: string }>(
    engine,
    `SELECT customer_id, advertiser_id, device_id, count() AS events FROM events FINAL
      WHERE ${conditionsOf(visitors).events} GROUP BY customer_id, advertiser_id, device_id`,
  );
  return rows.map((row) => ({
    customerKey: row.customer_id,
    advertiserKey: row.advertiser_id,
    outletKey: row.device_id,
    events: Number(row.events),
  }));
}
