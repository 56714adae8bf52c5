import type { Standing } from '#domain/organisation-right.ts';
import { takeAuditTurn } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { AppError } from '../http/app-error.ts';
import { countColleagues, countOtherManagers } from './last-manager-queries.ts';

type Member = Parameters<typeof countColleagues>[1] & { readonly standing: Standing };

/**
 * Throws `AppError('conflict')` if no other manager of the organization can sign in. Call this function in the
 * transaction in which a manager gives up or loses that role. Concurrent callers wait for the end of the transaction.
 */
export async function refuseLastManager(tx: AccountsDb, member: Member): Promise<void> {
  await takeAuditTurn(tx);
  if ((await countOtherManagers(tx, member)) > 0) return;
  const text =
    'You’re the only manager of your organization. First make a colleague who has signed in before a manager.';
  throw new AppError('conflict', text);
}

/** Like `refuseLastManager`, but for a member who leaves the organization. An organization's last member may leave. */
export async function refuseLeavingColleagues(tx: AccountsDb, member: Member): Promise<void> {
  if (member.customer_id === null || member.standing !== 'manager') return;
  if ((await countColleagues(tx, member)) > 0) await refuseLastManager(tx, member);
}
