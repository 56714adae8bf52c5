import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';

/** How long a store may take to respond and still count as ready. */
export const STORE_PATIENCE_MS = 2_000;

/** Returns whether each of the two stores responds now. */
export async function askStores({
  accounts,
  events,
}: Pick<Dependencies, 'accounts' | 'events'>): Promise<{ accounts: boolean; events: boolean }> {
  const asked = sql`select 1`.execute(accounts).then(() => true);
  const [accountsReady, eventsReady] = await Promise.all([inTime(asked), inTime(events.isReady())]);
  return { accounts: accountsReady, events: eventsReady };
}

const inTime = (answer: Promise<boolean>): Promise<boolean> =>
  Promise.race([answer.catch(() => false), setTimeout(STORE_PATIENCE_MS, false, { ref: false })]);
