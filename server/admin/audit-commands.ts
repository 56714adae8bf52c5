import { type Command, InvalidArgumentError, Option } from 'commander';
import { counted, NOUNS } from '#domain/counted.ts';
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
    .description('verify that no audit log entry was changed or removed; lists those that were')
    .option('--hash <hash>', 'a hash printed by an earlier run; verifies that it is still in the log')
    .action(({ hash }: { hash?: string }) => withContext((context) => verifyAuditCommand(context, hash)));
  program
    .command('audit-stream')
    .description('show the delivery progress of the audit log to AUDIT_STREAM_URL, or resend entries')
    .addOption(
      new Option('--resend-from <number>', 'restart delivery at this entry').argParser((text: string) => {
        if (/^\d{1,12}$/.test(text)) return Number(text);
        throw new InvalidArgumentError('Enter the number of an entry, such as 1.');
      }),
    )
    .action((options: { resendFrom?: number }) => withContext((context) => auditStreamCommand(context, options)));
  program
    .command('verify-ledger')
    .description('verify that the ledger is complete, sums to zero and matches documents and events; lists mismatches')
    .action(() => withContext(verifyLedgerCommand));
  program
    .command('close-month')
    .description(
      'finalize the statements and invoices of a month and all earlier months, without waiting CLOSE_AFTER_DAYS',
    )
    .requiredOption('--month <month>', 'a past month, such as 2026-10')
    .action(({ month }: { month: string }) => withContext((context) => closeMonthCommand(context, month)));
  program
    .command('rotate-secret')
    .description('create a new key for one purpose; without a purpose, list the keys')
    .argument('[purpose]', 'such as sessions')
    .option('--revoke', 'immediately refuse everything that older keys signed; use it if a key may be compromised')
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
  if (!hasHash) throw new AdminError(`No entry has the hash ${notedHash}. The log was rewritten since you noted it.`);
  print(`${counted(entries, NOUNS.entry)}, none changed, none missing.`);
  print(`Last: entry ${last.seq}, hash ${last.hash}. Keep the hash somewhere else; --hash can verify it later.`);
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
  if ('failure' in outcome) throw new AdminError(`The month was not closed. ${outcome.failure}`);
  const { closed } = outcome.result as ClosedMonths;
  for (const { month: one, documents, lost } of closed) {
    print(`${one} is final: ${counted(documents, NOUNS.document)}.`);
    for (const other of lost)
      print(`Late events of ${other} are not billed, because billed events are missing from the events store.`);
  }
  if (closed.length === 0) print(`${month} is already final.`);
}

/**
 * Verifies the hash chain, that entries sum to zero, and that the ledger, documents and events agree. Throws an
 * `AdminError` that lists the mismatches.
 */
async function verifyLedgerCommand(context: AdminContext): Promise<void> {
  const { accounts, config, now, print } = context;
  const outcome = await askForJob({ accounts, config, now, ...telling(print) }, { kind: VERIFY_LEDGER, payload: '{}' });
  if ('failure' in outcome) throw new AdminError(`The ledger was not verified. ${outcome.failure}`);
  const { entries, documents, months, last, faults } = outcome.result as LedgerVerdict;
  if (faults.length > 0) throw new AdminError(faults.join('\n'));
  print(`${counted(entries, NOUNS.entry)}, each summing to zero, none changed, none missing.`);
  print(`${counted(documents, NOUNS.document)} of ${counted(months, NOUNS.month)} match the ledger and the events.`);
  print(`Last: entry ${last.seq}, hash ${last.hash}. Keep the hash somewhere else.`);
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
      throw new AdminError(`Nothing was changed. Enter one of the delivered entries, 1 to ${before.deliveredSeq}.`);
    await accounts.transaction().execute(async (tx) => {
      await setCursor(tx, resendFrom - 1);
      const detail = { from_entry: resendFrom, delivered_until: before.deliveredSeq };
      const entry = { action: 'audit-stream.cursor-set', subject: 'audit log', detail };
      await writeAudit(tx, { ...COMMAND_LINE, at: now(), ...entry });
    });
    print(`Delivery restarts at entry ${resendFrom}.`);
  }
  const { receiver, deliveredSeq, deliveredAt, waiting, failingSince, lastError } = await showAuditStream(
    accounts,
    config.auditStream,
  );
  print(receiver === null ? 'No receiver: AUDIT_STREAM_URL is not set in this environment.' : `Receiver: ${receiver}`);
  print(`Last delivered: ${deliveredAt === null ? 'never' : `${instant(deliveredAt)}, up to entry ${deliveredSeq}`}`);
  print(`Waiting: ${counted(waiting, NOUNS.entry)}`);
  if (failingSince !== null) print(`Failing since ${instant(failingSince)}: ${lastError}`);
}
