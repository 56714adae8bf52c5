import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '#domain/durations.ts';
import { EVENTS_MIGRATIONS, openEventsEngine } from '#event-store/operations.ts';
import { type Config, isShared, type Settings } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { migrationNames } from '../databases/accounts/migrate-accounts.ts';
import { migrateAccounts, pendingMigrations } from '../databases/accounts/open-accounts.ts';
import { isBreaking } from '../databases/breaking-migrations.ts';
import { announceBreaking } from './announce-breaking.ts';
import { eventsLocation } from './store-locations.ts';

const LOOK_EVERY_MS = 2 * SECOND_MS;

type Say = (line: string) => void;

/**
 * Migrates the accounts store to this version; the events store migrates when it is opened. With `MIGRATE=wait`, it
 * first waits until `npm run admin -- migrate` has migrated both. Logs each change in what it is waiting for.
 */
export async function migrateAtStart(config: Settings, accounts: AccountsDb, say: Say): Promise<void> {
  if (config.waitsForMigration) await waitForMigration(config, accounts, say);
  await letOlderStop(config, accounts, say);
  await migrateAccounts(accounts);
  await keepUnsignedViews(accounts, config);
}

/**
 * Stops older processes before migrations that they can't handle. Does nothing for a new or an embedded store, because
 * no older process uses it.
 */
export async function letOlderStop(config: Settings, accounts: AccountsDb, say: Say): Promise<void> {
  if (!isShared(config)) return;
  const ofAccounts = await pendingMigrations(accounts);
  if (ofAccounts.length === migrationNames().length) return;
  const ofEvents = EVENTS_MIGRATIONS.some(({ name }) => isBreaking(name)) ? await pendingOfEvents(config) : [];
  await announceBreaking(accounts, [...ofAccounts, ...ofEvents], say);
}

async function pendingOfEvents(config: Settings): Promise<readonly string[]> {
  const events = await openEventsEngine(eventsLocation(config));
  return events.pending().finally(() => events.engine.close());
}

async function waitForMigration(config: Settings, accounts: AccountsDb, say: Say): Promise<void> {
  const events = await openEventsEngine(eventsLocation(config));
  try {
    for (let said = ''; ; await pause(LOOK_EVERY_MS)) {
      const missing = [...(await pendingMigrations(accounts)), ...(await events.pending())];
      if (missing.length === 0) return;
      const line = `Waiting for: npm run admin -- migrate (missing: ${missing.join(', ')})`;
      if (line !== said) say(line);
      said = line;
    }
  } finally {
    await events.engine.close();
  }
}

/**
 * Sets `accepts_unsigned` of flights that are older than this column. The migration gave them the value 2. These
 * flights continue to accept views without a play, unless the operator had set `UNSIGNED_VIEWS=invalid`. Idempotent.
 */
export async function keepUnsignedViews(
  accounts: AccountsDb,
  { refusesUnsigned }: Pick<Config, 'refusesUnsigned'>,
): Promise<void> {
  await accounts
    .updateTable('flights')
    .set({ accepts_unsigned: refusesUnsigned ? 0 : 1 })
    .where('accepts_unsigned', '=', 2)
    .execute();
}
