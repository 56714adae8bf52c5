import { writeFact } from '../databases/accounts/installation-facts.ts';
import type { AdminContext } from './admin-context.ts';

/**
 * Lets the next start within an hour adopt the events store for this installation, without reusing numbers
 * (pair-stores.ts).
 */
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
