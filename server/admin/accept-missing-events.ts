import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { createNotices } from '../notices/create-notices.ts';
import { audit } from './admin-audit.ts';
import type { AdminContext } from './admin-context.ts';

/**
 * Administrators are no longer told of events that are known to be missing. Sums that were sealed before are kept. What is left
 * of such weeks in other places keeps older events from leaving, unless it is given up as well.
 */
export async function acceptMissingEvents(
  { accounts, now, print }: AdminContext,
  { giveUp = false }: { readonly giveUp?: boolean } = {},
): Promise<void> {
  const { accepted, rest } = await accounts.transaction().execute(async (transaction) => {
    const ledger = createSealLedger(transaction);
    const losses = await ledger.acceptLosses(now());
    for (const { week, missing } of losses) {
      await audit(transaction, { at: now(), action: 'events.accept-missing', subject: week, detail: { missing } });
    }
    const rest = giveUp ? await ledger.giveUpLosses(now()) : [];
    for (const { week, missing } of rest)
      await audit(transaction, { at: now(), action: 'events.give-up', subject: week, detail: { missing } });
    return { accepted: losses, rest };
  });
  if (accepted.length + rest.length === 0) return print('No events are known to be missing.');
  await createNotices({ accounts, now }).end('events');
  for (const { week, missing } of accepted) print(`Accepted: about ${missing} events of the week from ${week}.`);
  for (const { week } of rest)
    print(`Given up: what is left of the week from ${week} counts where it differs, and leaves with RETENTION_MONTHS.`);
}
