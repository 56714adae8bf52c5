import { openEventsEngine } from '#event-store/operations.ts';
import type { Config } from '../config/config.ts';
import { openAccounts } from '../databases/accounts/open-accounts.ts';
import { accountsLocation, eventsLocation } from '../start/store-locations.ts';
import type { TargetStores } from './write-stores.ts';

export type Places = Pick<Config, 'dataDir' | 'databaseUrl' | 'clickhouseUrl' | 'clickhouseCluster'>;

/** Opens the stores to copy into, but does not create anything in them yet. */
export async function openTarget(places: Places): Promise<TargetStores & { close(): Promise<void> }> {
  const { dataDir, databaseUrl, clickhouseUrl } = places;
  const accounts = await openAccounts(accountsLocation(places));
  try {
    const { engine, makeTables } = await openEventsEngine(eventsLocation(places));
    return {
      accounts,
      engine,
      makeTables,
      names: {
        accounts: databaseUrl === null ? `The accounts store in ${dataDir}` : 'The PostgreSQL database',
        events: clickhouseUrl === null ? `the events store in ${dataDir}` : 'the ClickHouse database',
      },
      close: async () => {
        await engine.close();
        await accounts.destroy();
      },
    };
  } catch (error) {
    await accounts.destroy();
    throw error;
  }
}
