import { MINUTE_MS } from '#domain/durations.ts';
import { SETTLED_MS } from '#domain/event-time.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { findNewestContact } from '../../../figures/read/contacts-queries.ts';
import { type ContactHour, findContactsThroughEvents } from '../store/ingest-events-queries.ts';
import { writeContacts } from './contact-book.ts';
import { addMinutes, type ContactMinutes } from './contact-minutes.ts';
import { findContacts, findMinutes } from './outlet-contact-queries.ts';

/**
 * How long before the newest written contact the search for missing contacts begins. Contacts are written within a
 * second of their events, unless the accounts store was unavailable.
 */
const BEFORE_MS = 10 * MINUTE_MS;
const AT_ONCE = 500;
/** Number of rows per query. All rows of a large network together would take too much memory. */
const A_QUESTION = 50_000;

/**
 * Restores contacts that a killed process did not write, although it stored and acknowledged their events. Otherwise,
 * outlets that report nothing more would appear silent, even in minutes in which they reported. Runs once at startup
 * and takes the missing contacts from the events.
 */
export async function recoverContacts({
  accounts,
  events,
  now,
}: Pick<Dependencies, 'accounts' | 'events' | 'now'>): Promise<void> {
  const newest = (await findNewestContact(accounts)) ?? 0;
  const nowMs = now();
  const since = { storedSinceMs: Math.max(0, newest - BEFORE_MS), happenedSinceMs: nowMs - SETTLED_MS, nowMs };
  for (let after = { hour: 0, outlet: 0 }; ; ) {
    const found = await findContactsThroughEvents(events, { ...since, after, limit: A_QUESTION });
    for (let from = 0; from < found.length; from += AT_ONCE)
      await writeMissing(accounts, found.slice(from, from + AT_ONCE));
    const last = found.at(-1);
    if (last === undefined || found.length < A_QUESTION) return;
    after = last;
  }
}

/**
 * Writes only missing contacts. In a large network, nearly all outlets reported shortly before the process ended, and
 * nearly all of those contacts were written.
 */
async function writeMissing(accounts: AccountsDb, found: readonly ContactHour[]): Promise<void> {
  const outlets = [...new Set(found.map(({ outlet }) => outlet))];
  const [contacts, hours] = [await findContacts(accounts, outlets), await findMinutes(accounts, found)];
  const known = new Map(hours.map((one) => [`${one.outlet_key} ${one.hour}`, one]));
  const isMissing = ({ outlet, hour, first, second, newest }: ContactHour) => {
    const { first_half: firstKnown = 0, second_half: secondKnown = 0 } = known.get(`${outlet} ${hour}`) ?? {};
    const isHeard = (contacts.get(outlet) ?? -1) >= Number(newest);
    return !isHeard || (first & ~firstKnown) !== 0 || (second & ~secondKnown) !== 0;
  };
  const missing = found.filter(isMissing);
  if (missing.length === 0) return;
  const newest = new Map<number, number>();
  const minutes: ContactMinutes = new Map();
  for (const one of missing) {
    newest.set(one.outlet, Math.max(newest.get(one.outlet) ?? 0, Number(one.newest)));
    addMinutes(minutes, new Map([[one.outlet, new Map([[one.hour, one]])]]));
  }
  await writeContacts(accounts, newest, minutes);
}
