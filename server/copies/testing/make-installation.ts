import { DAY_MS } from '#domain/durations.ts';
import { eraseVisitors } from '#event-store/erase-visitors.ts';
import type { StoredEvent } from '#event-store/events-db.ts';
import { openEvents } from '#event-store/open-events.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { READERS_MS } from '#event-store/seal-tidying.ts';
import { createRandom, randomEvent } from '#event-store/testing/event-oracle.ts';
import { createSealLedger } from '../../databases/accounts/create-seal-ledger.ts';
import { migrateAccounts, openAccounts } from '../../databases/accounts/open-accounts.ts';
import { pairStores } from '../../start/pair-stores.ts';
import { makeCustomer, makeOutlet, makeUser } from '../../testing/makers.ts';
import { fillEveryTable } from './fill-every-table.ts';

export const MADE_AT = Date.UTC(2026, 10, 20);

const ODD_TEXT = 'tab\t line\n back\\slash \'quotes" \u{1f50c} \u2028 é';

/**
 * Creates a small, idle, embedded installation with rows in every table. It has five weeks of events: one archived,
 * some sealed, and one with late events. Some numbers were assigned to rows that no longer exist.
 */
export async function makeInstallation(dataDir: string): Promise<void> {
  const accounts = await openAccounts({ dataDir });
  await migrateAccounts(accounts);
  const ledger = createSealLedger(accounts);
  const now = () => MADE_AT;
  const events = await openEvents({ dataDir }, ledger, now);
  try {
    await pairStores({ accounts, events, now });
    const owner = await makeCustomer(accounts, { name: ODD_TEXT });
    await makeOutlet(accounts, { customerId: owner.id, lat: 0.1 + 0.2, lastSeenAt: MADE_AT });
    await makeUser(accounts, { role: 'property', customerId: owner.id });
    const gone = await makeCustomer(accounts);
    await accounts.deleteFrom('customers').where('id', '=', gone.id).execute();

    const random = createRandom(7);
    const rows = [...Array(3_000).keys()].map((id) => randomEvent(random, id + 1, MADE_AT - 30 * DAY_MS, MADE_AT));
    const odd = rows.findIndex(({ timestampMs }) => timestampMs > MADE_AT - 20 * DAY_MS);
    await events.insert(rows.map((row, at): StoredEvent => (at === odd ? { ...row, cryptic: ODD_TEXT } : row)));
    await createSealJob(events, ledger, now).archiveNow('2026-10-26');
    // The job deletes that week's raw events once readers no longer need them.
    await createSealJob(events, ledger, () => MADE_AT + 2 * READERS_MS).runNow();
    // Store this event twice and late, so that only one copy counts and the week waits to be resealed.
    const late = randomEvent(random, 9_999, MADE_AT - 25 * DAY_MS, MADE_AT - 24 * DAY_MS);
    await events.insert([late]);
    await events.insert([late]);
    await fillEveryTable(accounts, MADE_AT);
  } finally {
    await events.close();
    await accounts.destroy();
  }
}

/** Simulates continued use: visitors in older events are erased, and events for old and new weeks arrive. */
export async function changeInstallation(dataDir: string, firstId: number): Promise<void> {
  const accounts = await openAccounts({ dataDir });
  const events = await openEvents({ dataDir }, createSealLedger(accounts), () => MADE_AT);
  try {
    const random = createRandom(firstId);
    const since = (id: number) => MADE_AT - (id % 2 === 0 ? 25 : 2) * DAY_MS;
    const ids = [...Array(20).keys()].map((id) => firstId + id);
    await events.insert(ids.map((id) => randomEvent(random, id, since(id), MADE_AT)));
    await eraseVisitors(events, { beforeMs: MADE_AT - 10 * DAY_MS });
  } finally {
    await events.close();
    await accounts.destroy();
  }
}
