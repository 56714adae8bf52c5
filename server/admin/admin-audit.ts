import { writeAudit } from '../audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** One line of the audit log (security G6) that names the command line as who did it. `detail` holds no secret. */
export const audit = (
  accounts: AccountsDb,
  entry: { at: number; action: string; subject: string; detail: Readonly<Record<string, unknown>> },
): Promise<void> => writeAudit(accounts, { ...entry, actorId: null, actor: 'command line', ip: '' });
