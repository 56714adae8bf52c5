import { type Command, InvalidArgumentError, Option } from 'commander';
import { type AuditFault, verifyAudit } from '../audit/verify-audit.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { showAuditStream } from '../audit-stream/show-audit-stream.ts';
import { setCursor } from '../audit-stream/stream-queries.ts';
import type { LedgerVerdict } from '../billing/verify-ledger.ts';
import { askForJob } from '../maintenance/ask-for-job.ts';
import { CLOSE_MONTH, type ClosedMonths, VERIFY_LEDGER } from '../maintenance/billing-jobs.ts';
import { COMMAND_LINE } from './admin-audit.ts';
import type { AdminContext, WithContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';
import { rotateSecret } from './rotate-secret-command.ts';
import { telling } from './telling.ts';

/** Registers the commands for tamper-evident data: the audit log, the ledger and the keys. */
export function addAuditCommands(program: Command, withContext: WithContext): void {
  program
    .command('verify-audit')
    .description('check that no entry of the audit log was changed or taken out; names those that were')
    .option('--hash <hash>', 'the hash that an earlier check printed: is it still there?')
    .action(({ hash }: { hash?: string }) => withContext((context) => verifyAuditCommand(context, hash)));
  program
    .command('audit-stream')
    .description('show how far the audit log was sent to the receiver of AUDIT_STREAM_URL; send entries again')
    .addOption(
      new Option('--resend-from <number>', 'continue with this entry of the log').argParser((text: string) => {
        if (/^\d{1,12}$/.test(text)) return Number(text);
        throw new InvalidArgumentError('Write the number of an entry, such as 1.');
      }),
    )
    .action((options: { resendFrom?: number }) => withContext((context) => auditStreamCommand(context, options)));
  program
    .command('verify-ledger')
    .description(
      'prove that the ledger is whole, sums to zero and agrees with documents and events; names what does not',
    )
    .action(() => withContext(verifyLedgerCommand));
  program
    .command('close-month')
    .description(
      'make statements and invoices of a month final, and of those before it, without waiting CLOSE_AFTER_DAYS',
    )
    .requiredOption('--month <month>', 'a month that is over, such as 2026-10')
    .action(({ month }: { month: string }) => withContext((context) => closeMonthCommand(context, month)));
  program
    .command('rotate-secret')
    .description('make a new key for one purpose of the installation; without a purpose list the keys')
    .argument('[purpose]', 'such as sessions')
    .option('--revoke', 'refuse what older keys signed, at once; for a key that somebody else may have')
    .action((purpose: string | undefined, options: { revoke?: true }) =>
      withContext((context) => rotateSecret(context, purpose, options)),
    );
}

/**
 * Verifies the audit log. Throws an `AdminError` that lists changed or missing entries, or if no entry has `notedHash`.
 */
async function verifyAuditCommand({ accounts, print }: AdminContext, notedHash?: string): Promise<void> {
  const { entries, last, faults, hasHash } = await verifyAudit(accounts, notedHash);
  if (faults.length > 0) throw new AdminError(faults.map(sentenceOf).join('\n'));
  if (!hasHash)
    throw new AdminError(`No entry has the hash ${notedHash}: the log was written anew since you noted it.`);
  print(`${entries} ${entries === 1 ? 'entry' : 'entries'}, none changed, none missing.`);
  print(`Last: entry ${last.seq}, hash ${last.hash}. Note it elsewhere; --hash proves later that it is still there.`);
}

function sentenceOf({ kind, from, to }: AuditFault): string {
  if (kind === 'changed') return `Entry ${from} of the audit log was changed.`;
  return from === to
    ? `Entry ${from} of the audit log is missing.`
    : `Entries ${from} to ${to} of the audit log are missing.`;
}

/** Finalizes a past month and all earlier months, without waiting for CLOSE_AFTER_DAYS. */
async function closeMonthCommand(context: AdminContext, month: string): Promise<void> {
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
 * Verifies the hash chain, that entries sum to zero, and that the ledger, documents and events agree. Throws an
 * `AdminError` that lists the mismatches.
 */
async function verifyLedgerCommand(context: AdminContext): Promise<void> {
  const { accounts, config, now, print } = context;
  const outcome = await askForJob({ accounts, config, now, ...telling(print) }, { kind: VERIFY_LEDGER, payload: '{}' });
  if ('failure' in outcome) throw new AdminError(`Not verified. ${outcome.failure}`);
  const { entries, documents, months, last, faults } = outcome.result as LedgerVerdict;
  if (faults.length > 0) throw new AdminError(faults.join('\n'));
  print(`${entries} entries, each summing to zero, none changed, none missing.`);
  print(`${documents} documents of ${months} months agree with them and with the events.`);
  print(`Last: entry ${last.seq}, hash ${last.hash}. Note it elsewhere.`);
}

const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Prints the delivery progress of the audit log. With `resendFrom`, delivery restarts at that entry. */
async function auditStreamCommand(
  { accounts, config, now, print }: AdminContext,
  { resendFrom }: { readonly resendFrom?: number },
): Promise<void> {
  const before = await showAuditStream(accounts, config.auditStream);
  if (resendFrom !== undefined) {
    if (resendFrom < 1 || resendFrom > before.deliveredSeq)
      throw new AdminError(
        `Nothing was changed: entries 1 to ${before.deliveredSeq} were delivered, write one of them.`,
      );
    await accounts.transaction().execute(async (tx) => {
      await setCursor(tx, resendFrom - 1);
      const detail = { from_entry: resendFrom, delivered_until: before.deliveredSeq };
      const entry = { action: 'audit-stream.cursor-set', subject: 'audit log', detail };
      await writeAudit(tx, { ...COMMAND_LINE, at: now(), ...entry });
    });
    print(`The stream continues with entry ${resendFrom}.`);
  }
  const { receiver, deliveredSeq, deliveredAt, waiting, failingSince, lastError } = await showAuditStream(
    accounts,
    config.auditStream,
  );
  print(receiver === null ? 'No receiver: AUDIT_STREAM_URL is not set here.' : `Receiver: ${receiver}`);
  print(`Last delivered: ${deliveredAt === null ? 'never' : `${instant(deliveredAt)}, up to entry ${deliveredSeq}`}`);
  print(`Waiting: ${waiting} ${waiting === 1 ? 'entry' : 'entries'}`);
  if (failingSince !== null) print(`Failing since ${instant(failingSince)}: ${lastError}`);
}
