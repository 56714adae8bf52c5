import { writeFact } from '../databases/accounts/installation-facts.ts';
import type { AdminContext } from './admin-context.ts';

/** The next start within an hour takes the events store as this installation's, and gives no number twice (pair-stores.ts). */
export async function adoptEvents({
  accounts,
  now,
  print,
}: Pick<AdminContext, 'accounts' | 'now' | 'print'>): Promise<void> {
  await accounts.transaction().execute((tx) => writeFact(tx, 'adopt-events', String(now())));
  print(
    'The next start of the server within an hour adopts the events store, if it does not belong to these accounts.',
  );
}
