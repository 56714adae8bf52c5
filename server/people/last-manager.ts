import type { Standing } from '#domain/organisation-right.ts';
import { takeAuditTurn } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { AppError } from '../http/app-error.ts';
import { countColleagues, countOtherManagers } from './last-manager-queries.ts';

type Member = Parameters<typeof countColleagues>[1] & { readonly standing: Standing };

/**
 * Ensures that an organization keeps a manager who can sign in. Call it in the transaction in which a manager gives up
 * or loses that standing. Throws `AppError('conflict')`. Concurrent callers wait.
 */
export async function refuseLastManager(tx: AccountsDb, member: Member): Promise<void> {
  await takeAuditTurn(tx);
  if ((await countOtherManagers(tx, member)) > 0) return;
  const text = 'Nobody else manages your organisation. Make a colleague a manager first, who has signed in before.';
  throw new AppError('conflict', text);
}

/** The same for a member who leaves. The last member of all may leave. */
export async function refuseLeavingColleagues(tx: AccountsDb, member: Member): Promise<void> {
  if (member.customer_id === null || member.standing !== 'manager') return;
  if ((await countColleagues(tx, member)) > 0) await refuseLastManager(tx, member);
}
