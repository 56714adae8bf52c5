import { contactTime } from '#domain/clock-tolerance.ts';
import { HOUR_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import { createBatcher } from '../receive/batcher.ts';
import { addMinutes, type ContactMinutes, minuteRows, noteMinute } from './contact-minutes.ts';
import { lockOutlets, recordArrivals, recordContacts, recordMinutes } from './outlet-contact-queries.ts';

/** Minimum time between commits of contacts from events, so that a stream of batches causes few commits. */
const MOST_OFTEN_MS = 1_000;
/**
 * Number of outlets per statement. With 1,000 outlets, a statement blocked the thread for 15 to 20 ms each second while
 * 6,000 outlets reported.
 */
const CHUNK = 200;

export type ContactBook = {
  /**
   * Notes a contact, to be written soon. `reportedMs` is the time by the outlet's clock, `nowMs` the time of receipt
   * by the server's clock.
   */
  note(outletKey: number, reportedMs: number, nowMs: number): void;
  /** Resolves once all contacts noted before the call are committed. */
  commit(): Promise<void>;
  /**
   * Like `commit`, but waits briefly if the last commit was recent. Never rejects: contacts that could not be written
   * stay noted.
   */
  commitSoon(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Records each outlet's newest contact, and every minute with contact, in the accounts store. Contacts may arrive in
 * any order.
 */
export function createContactBook(accounts: AccountsDb): ContactBook {
  let noted = new Map<number, number>();
  let minutes: ContactMinutes = new Map();
  /** The newest hour of arrival by outlet. `arrived` is not written yet, and `knownArrivals` is already written. */
  let arrived = new Map<number, number>();
  const knownArrivals = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;
  let lastCommit = Number.NEGATIVE_INFINITY;

  const noteNewest = (outletKey: number, atMs: number) => {
    const known = noted.get(outletKey);
    if (known === undefined || known < atMs) noted.set(outletKey, atMs);
  };
  const note = (outletKey: number, reportedMs: number, nowMs: number) => {
    noteNewest(outletKey, contactTime(reportedMs, nowMs));
    const hour = Math.floor(nowMs / HOUR_MS);
    if (knownArrivals.get(outletKey) !== hour) arrived.set(outletKey, hour);
    noteMinute(minutes, outletKey, Math.min(reportedMs, nowMs));
  };

  async function write(): Promise<void> {
    const contacts = noted;
    const written = minutes;
    const arrivals = arrived;
    arrived = new Map();
    noted = new Map();
    minutes = new Map();
    lastCommit = performance.now();
    if (contacts.size === 0) return;
    try {
      await writeContacts(accounts, contacts, written);
      const rows = [...arrivals].map(([outletKey, hour]) => ({ outlet_key: outletKey, hour }));
      await recordArrivals(accounts, rows);
      for (const [outletKey, hour] of arrivals) knownArrivals.set(outletKey, hour);
    } catch (error) {
      for (const [outletKey, hour] of arrivals) arrived.set(outletKey, hour);
      for (const [outletKey, atMs] of contacts) noteNewest(outletKey, atMs);
      addMinutes(minutes, written);
      throw error;
    }
  }

  const runner = createBatcher<null, true>({
    sizeOf: () => 1,
    enough: 1,
    largest: Number.POSITIVE_INFINITY,
    gatherMs: 0,
    runGroup: async (jobs) => {
      await write();
      return jobs.map(() => true);
    },
  });

  const commit = async () => {
    clearTimeout(timer);
    timer = undefined;
    await runner.run(null);
  };
  // If the commit fails, the contacts stay noted and the next commit tries again. The corresponding events are already
  // stored.
  const commitQuietly = () => commit().catch(() => undefined);

  return {
    note,
    commit,
    commitSoon: async () => {
      if (performance.now() - lastCommit >= MOST_OFTEN_MS) await commitQuietly();
      else timer ??= setTimeout(commitQuietly, MOST_OFTEN_MS);
    },
    close: commitQuietly,
  };
}

/** Writes each outlet's contact and its minutes in one transaction. */
export async function writeContacts(
  accounts: AccountsDb,
  contacts: ReadonlyMap<number, number>,
  minutes: ContactMinutes,
): Promise<void> {
  const entries = [...contacts].sort(([one], [other]) => one - other);
  await accounts.transaction().execute(async (transaction) => {
    for (let start = 0; start < entries.length; start += CHUNK) {
      const chunk = new Map(entries.slice(start, start + CHUNK));
      await lockOutlets(transaction, [...chunk.keys()]);
      await recordContacts(transaction, chunk);
      await recordMinutes(transaction, minuteRows(minutes, [...chunk.keys()]));
    }
  });
}
