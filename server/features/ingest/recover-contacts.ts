import { MINUTE_MS } from '#domain/durations.ts';
import { SETTLED_MS } from '#domain/event-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { findNewestContact } from '../../figures/read/contacts-queries.ts';
import { writeContacts } from './contact-book.ts';
import { type ContactMinutes, noteMinute } from './contact-minutes.ts';
import { findNewestEvents } from './ingest-events-queries.ts';
import { findContacts } from './ingest-queries.ts';

/** Contacts are written a second after their events, unless the accounts store was away. */
const BEFORE_MS = 10 * MINUTE_MS;
const AT_ONCE = 500;

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
  for (let from = 0; from < found.length; from += AT_ONCE) {
    const some = found
      .slice(from, from + AT_ONCE)
      .map(({ outlet, newest: atMs }) => [outlet, Math.min(Number(atMs), now())] as const);
    const known = await findContacts(
      accounts,
      some.map(([outletKey]) => outletKey),
    );
    // Nearly all of a large network reported before the end, and of nearly all that was written.
    const missing = some.filter(([outletKey, atMs]) => known.get(outletKey) !== atMs);
    if (missing.length === 0) continue;
    const minutes: ContactMinutes = new Map();
    for (const [outletKey, atMs] of missing) noteMinute(minutes, outletKey, atMs);
    await writeContacts(accounts, new Map(missing), minutes);
  }
}
