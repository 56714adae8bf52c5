import { openEvents, openEventsEngine } from '#event-store/operations.ts';
import { refuseUnfinishedCopy } from '../copies/refuse-unfinished-copy.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { migrateAccounts, openAccounts, pendingMigrations } from '../databases/accounts/open-accounts.ts';
import { lockDataFolder } from '../databases/data-folder-lock.ts';
import { letOlderStop } from '../start/migrate-stores.ts';
import { accountsLocation, eventsLocation } from '../start/store-locations.ts';
import type { ConfigContext } from './admin-context.ts';

/**
 * Migrates both stores to this version; does nothing if they are current. Running processes may use server stores
 * meanwhile, but not embedded stores. Throws if a newer version has migrated them.
 */
export async function migrateCommand({ config, print }: ConfigContext): Promise<void> {
  const unlock = lockDataFolder(config.dataDir);
  try {
    const accounts = await openAccounts(accountsLocation(config));
    try {
      await refuseUnfinishedCopy(accounts);
      const missing = await pendingMigrations(accounts);
      await letOlderStop(config, accounts, print);
      await migrateAccounts(accounts);
      print(`Accounts store: ${stepsOf(missing)}`);
      const before = await openEventsEngine(eventsLocation(config));
      const pending = await before.pending().finally(() => before.engine.close());
      const ledger = createSealLedger(accounts, config.clickhouseUrl !== null);
      await (await openEvents(eventsLocation(config), ledger, Date.now, print)).close();
      print(`Events store: ${stepsOf(pending)}`);
    } finally {
      await accounts.destroy();
    }
  } finally {
    unlock();
  }
}

const stepsOf = (names: readonly string[]): string =>
  names.length === 0 ? 'up to date already.' : `up to date, applied ${names.join(', ')}.`;
