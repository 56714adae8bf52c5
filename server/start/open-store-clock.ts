import type { EventsReader } from '#event-store/event-store.ts';
import { readEventsTime } from '#event-store/operations.ts';
import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readStoreTime } from '../databases/accounts/store-time.ts';
import { createStoreClock, type StoreClock } from '../lib/store-clock.ts';

/**
 * Opens the clock that processes share, and measures it once. The clock is PostgreSQL's, or else the events server's.
 * Embedded stores use the clock of their only process. `own` is this process's clock.
 */
export async function openStoreClock(
  { databaseUrl, clickhouseUrl }: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>,
  accounts: AccountsDb,
  events: EventsReader | null,
  own: () => number = Date.now,
): Promise<StoreClock> {
  const readEvents = events === null || clickhouseUrl === null ? null : () => readEventsTime(events);
  const readStore = databaseUrl === null ? readEvents : () => readStoreTime(accounts, own);
  const clock = createStoreClock({ own, readStore });
  await clock.look();
  return clock;
}
