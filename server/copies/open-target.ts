import { openAccounts } from '../databases/accounts/open-accounts.ts';
import { openEventsEngine } from '../databases/events/open-events.ts';
import type { TargetStores } from './write-stores.ts';

type Places = { readonly dataDir: string; readonly databaseUrl: string | null; readonly clickhouseUrl: string | null };

/** The stores that a copy is written to, as they are: nothing is made in them yet. */
export async function openTarget({
  dataDir,
  databaseUrl,
  clickhouseUrl,
}: Places): Promise<TargetStores & { close(): Promise<void> }> {
  const accounts = await openAccounts(databaseUrl === null ? { dataDir } : { databaseUrl });
  try {
    const engine = await openEventsEngine(clickhouseUrl === null ? { dataDir } : { clickhouseUrl });
    return {
      accounts,
      engine,
      names: {
        accounts: databaseUrl === null ? `The accounts store in ${dataDir}` : 'The database of PostgreSQL',
        events: clickhouseUrl === null ? `the events store in ${dataDir}` : 'the database of ClickHouse',
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
