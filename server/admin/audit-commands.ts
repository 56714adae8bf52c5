import { type Command, InvalidArgumentError, Option } from 'commander';
import type { WithContext } from './admin-context.ts';
import { auditStreamCommand } from './audit-stream-command.ts';
import { closeMonthCommand, verifyLedgerCommand } from './billing-commands.ts';
import { rotateSecret } from './rotate-secret-command.ts';
import { verifyAuditCommand } from './verify-audit-command.ts';

/** Commands for tamper-evident data: audit log, ledger and keys. */
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
