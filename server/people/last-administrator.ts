import { takeAuditTurn } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { AppError } from '../http/app-error.ts';
import { countOtherAdministrators } from './last-administrator-queries.ts';

type Account = {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly disabled: number;
  readonly email_verified: number;
  readonly deleted_at: number | null;
};

/**
 * Throws `AppError('conflict')` if the account is the last administrator who can sign in (docs/threat-model.md#a19).
 * Call this function in the transaction of every change that removes an administrator's rights, address or account, on
 * a screen or by a command. Administrators who are only invited, disabled or deleted, and demo accounts, do not count.
 * Concurrent callers wait for the end of the transaction.
 */
export async function refuseLastAdministrator(tx: AccountsDb, user: Account): Promise<void> {
  if (user.role !== 'admin' || user.disabled === 1 || user.deleted_at !== null || user.email_verified === 0) return;
  await takeAuditTurn(tx);
  if ((await countOtherAdministrators(tx, user.id)) > 0) return;
  throw new AppError(
    'conflict',
    `${user.email} is the last administrator who can sign in. Create another administrator first.`,
  );
}
