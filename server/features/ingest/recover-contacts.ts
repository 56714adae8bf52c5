import { MINUTE_MS } from '#domain/durations.ts';
import { SETTLED_MS } from '#domain/event-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { findNewestContact } from '../../figures/read/contacts-queries.ts';
import { type ContactMinutes, minuteRows, noteMinute } from './contact-minutes.ts';
import { findNewestEvents } from './ingest-events-queries.ts';
import { recordContacts, recordMinutes } from './ingest-queries.ts';

/** Contacts are written a second after their events, unless the accounts store was away. */
const BEFORE_MS = 10 * MINUTE_MS;
const AT_ONCE = 1_000;

/**
 * A process that was killed had stored and acknowledged events whose contacts it had not written yet; outlets that say nothing more would
 * stand as silent since the contact before. To be run once at the start: what the events know is made up for.
 */
export async function recoverContacts({
  accounts,
  events,
  now,
}: Pick<Dependencies, 'accounts' | 'events' | 'now'>): Promise<void> {
  const newest = (await findNewestContact(accounts)) ?? 0;
  const found = await findNewestEvents(events, {
    storedSinceMs: Math.max(0, newest - BEFORE_MS),
    happenedSinceMs: now() - SETTLED_MS,
  });
  const contacts = [...found].map(([outletKey, atMs]) => [outletKey, Math.min(atMs, now())] as const);
  for (let from = 0; from < contacts.length; from += AT_ONCE) {
    const some = contacts.slice(from, from + AT_ONCE);
    const minutes: ContactMinutes = new Map();
    for (const [outletKey, atMs] of some) noteMinute(minutes, outletKey, atMs);
    await recordContacts(accounts, new Map(some));
    await recordMinutes(accounts, minuteRows(minutes, [...minutes.keys()]));
  }
}
