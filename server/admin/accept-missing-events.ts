import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { createNotices } from '../notices/create-notices.ts';
import { audit } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';

/** Administrators are no longer told of events that are known to be missing. Sums that were sealed before are kept. */
export async function acceptMissingEvents({ accounts, now, print }: AdminContext): Promise<void> {
  const accepted = await accounts.transaction().execute(async (transaction) => {
    const losses = await createSealLedger(transaction).acceptLosses(now());
    for (const { week, missing } of losses) {
      await audit(transaction, { at: now(), action: 'events.accept-missing', subject: week, detail: { missing } });
    }
    return losses;
  });
  if (accepted.length === 0) return print('No events are known to be missing.');
  await createNotices({ accounts, now }).end('events');
  for (const { week, missing } of accepted) print(`Accepted: about ${missing} events of the week from ${week}.`);
}
