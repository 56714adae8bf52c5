import type { LedgerVerdict } from '../billing/verify-ledger.ts';
import { askForJob } from '../maintenance/ask-for-job.ts';
import { CLOSE_MONTH, type ClosedMonths, VERIFY_LEDGER } from '../maintenance/billing-jobs.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { telling } from './telling.ts';

/** Makes a past month and all earlier ones final, without waiting CLOSE_AFTER_DAYS. */
export async function closeMonthCommand(context: AdminContext, month: string): Promise<void> {
  const { accounts, config, now, print } = context;
  const asked = { kind: CLOSE_MONTH, payload: JSON.stringify({ month }) };
  const outcome = await askForJob({ accounts, config, now, ...telling(print) }, asked);
  if ('failure' in outcome) throw new AdminError(`Not closed. ${outcome.failure}`);
  const { closed } = outcome.result as ClosedMonths;
  for (const { month: one, documents, lost } of closed) {
    print(`${one} is final: ${documents} ${documents === 1 ? 'document' : 'documents'}.`);
    for (const other of lost)
      print(`Late events of ${other} are not billed: events that are billed are gone from the events store.`);
  }
  if (closed.length === 0) print(`${month} was final before.`);
}

/**
 * Verifies the hash chain, the zero sums, and that ledger, documents and events agree. Throws an `AdminError` that
 * names each mismatch.
 */
export async function verifyLedgerCommand(context: AdminContext): Promise<void> {
  const { accounts, config, now, print } = context;
  const outcome = await askForJob({ accounts, config, now, ...telling(print) }, { kind: VERIFY_LEDGER, payload: '{}' });
  if ('failure' in outcome) throw new AdminError(`Not verified. ${outcome.failure}`);
  const { entries, documents, months, last, faults } = outcome.result as LedgerVerdict;
  if (faults.length > 0) throw new AdminError(faults.join('\n'));
  print(`${entries} entries, each summing to zero, none changed, none missing.`);
  print(`${documents} documents of ${months} months agree with them and with the events.`);
  print(`Last: entry ${last.seq}, hash ${last.hash}. Note it elsewhere.`);
}
