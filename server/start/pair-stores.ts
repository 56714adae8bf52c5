import { v7 as uuid } from 'uuid';
import { HOUR_MS } from '#domain/durations.ts';
import type { EventsStore } from '#event-store/operations.ts';
import { numbersAbove, readInstallation, writeInstallation } from '#event-store/operations.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { ConfigError } from '../config/config-variables.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { forgetSpend } from '../databases/accounts/forget-spend.ts';
import {
  decideFact,
  givenNumbers,
  NUMBERED_TABLES,
  raiseNumbers,
  readFact,
  writeFact,
} from '../databases/accounts/installation-facts.ts';
import { withJobLease } from '../databases/accounts/job-lease.ts';
import { isStoreSilent } from '../databases/store-refusals.ts';
import { leaveStart, olderCopy, readLastStarts } from './compare-starts.ts';

/** How long an intent to adopt is valid. An unused intent must not hide a mix-up weeks later. */
const INTENT_MS = HOUR_MS;

type Stores = {
  readonly accounts: AccountsDb;
  readonly events: Pick<EventsStore, 'engine'>;
  readonly now: () => number;
};

const WAY_OUT = 'To use these two stores anyway, run npm run admin -- adopt-events and start again within an hour.';
const CHECK = 'Check DATA_DIR, DATABASE_URL and CLICKHOUSE_URL, or restore the newest copy.';

/**
 * Verifies that the two stores belong together, and pairs stores without an ID. Throws a `ConfigError` if they don't
 * match. Both stores contain their installation's ID, and numbers of customers, outlets, campaigns and flights are
 * never reused. Otherwise, with a different or older accounts store, a new customer would see a lost customer's views.
 * Each start also writes its time to both stores, so that even an older copy that lacks no numbers is detected.
 */
export async function pairStores(stores: Stores): Promise<void> {
  await withJobLease(
    stores.accounts,
    'pair-stores',
    () => pairAlone(stores),
    () => undefined,
  );
}

async function pairAlone({ accounts, events, now }: Stores): Promise<void> {
  const { engine } = events;
  const isAdopting = now() - Number((await readFact(accounts, 'adopt-events')) ?? 0) < INTENT_MS;
  const seen = await numbersAbove(engine, await givenNumbers(accounts));
  // Read again, because another process may have assigned a number and received its first event in between.
  const given = await givenNumbers(accounts);
  const ahead = NUMBERED_TABLES.filter((table) => seen[table] > given[table]);
  const here = await readFact(accounts, 'installation');
  const there = await readInstallation(engine);
  const older = there === null ? null : olderCopy(await readLastStarts({ accounts, events }));

  if (!isAdopting) {
    if (here !== null && there !== null && here !== there)
      throw new ConfigError(
        `The accounts store and the events store belong to two different installations. ${CHECK} ${WAY_OUT}`,
      );
    if (ahead.length > 0) {
      const what = ahead.map(
        (table) => `${table} up to number ${seen[table]}, the accounts store up to ${given[table]}`,
      );
      throw new ConfigError(
        `The accounts store is lost or an older copy than the events store. The events contain ${what.join('; ')}. ${CHECK} ${WAY_OUT} ` +
          'New rows then get new numbers, and events of lost customers keep no customer.',
      );
    }
    if (here !== null && there === null)
      throw new ConfigError(
        `The events store is new or an older copy. This accounts store belongs to a different events store. ${CHECK} ${WAY_OUT}`,
      );
    if (older !== null) throw new ConfigError(`${older} ${CHECK} ${WAY_OUT}`);
  }
  const id = there ?? here ?? (await decideFact(accounts, 'installation-planned', uuid()));
  if (there === null) await writeInstallation(engine, id);
  await accounts.transaction().execute(async (tx) => {
    if (here !== id) await writeFact(tx, 'installation', id);
    if (!isAdopting) return;
    await raiseNumbers(tx, seen);
    await forgetSpend(tx);
    await writeFact(tx, 'adopt-events', null);
    const raised = Object.fromEntries(ahead.map((table) => [table, { before: given[table], after: seen[table] }]));
    await writeAudit(tx, {
      at: now(),
      actorId: null,
      actor: 'command line',
      ip: '',
      action: 'installation.events-adopted',
      subject: id,
      detail: { ...raised, installation: { before: here ?? '', after: id } },
    });
  });
  await leaveStart({ accounts, events }, id, now()).catch((error: unknown) => {
    // The server also starts with a full disk, to serve reads. Its next start writes the time, as it does after a crash
    // at this point.
    if (!isStoreSilent(error)) throw error;
  });
}
