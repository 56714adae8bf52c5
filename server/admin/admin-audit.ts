import { writeAudit } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** Who does what is done by a command. */
export const COMMAND_LINE = { actorId: null, actor: 'command line', ip: '' } as const;

/** One line of the audit log (docs/threat-model.md#g6) that names the command line as who did it. `detail` holds no secret. */
export const audit = (
  accounts: AccountsDb,
  entry: { at: number; action: string; subject: string; detail: Readonly<Record<string, unknown>> },
): Promise<void> => writeAudit(accounts, { ...entry, ...COMMAND_LINE });
