import type { FastifyRequest } from 'fastify';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { callerOf } from '../http/access-guard.ts';
import { authorOf } from '../http/author-of.ts';
import { emailOf } from './user-email-queries.ts';
import { writeAudit } from './write-audit.ts';

/** Records the caller's change to their own account. `accounts` must be the transaction that makes the change. */
export async function auditOwn(
  accounts: AccountsDb,
  request: FastifyRequest,
  { at, action, detail = {} }: { at: number; action: string; detail?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { userId } = callerOf(request);
  const email = await emailOf(accounts, userId);
  await writeAudit(accounts, { ...authorOf(request), at, action, subject: email, detail });
}
