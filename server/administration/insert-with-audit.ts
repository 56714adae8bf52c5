import type { Transaction } from 'kysely';
import { writeAudit } from '../audit/write-audit.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import type { ChangeContext } from './change-context.ts';
import type { Noted } from './optimistic-lock.ts';

export type NewTurn = {
  readonly tx: Transaction<AccountsSchema>;
  readonly nowMs: number;
  /** Writes one audit entry. Must be called once for each created row. */
  readonly note: (noted: Omit<Noted, 'leavesRow'>) => Promise<void>;
};

/**
 * Inserts rows, or changes data that has no row version. The data and the audit entries are stored in one transaction.
 */
export const insertWithAudit = <Made>(
  { accounts, now, author }: ChangeContext,
  make: (turn: NewTurn) => Promise<Made>,
): Promise<Made> =>
  accounts.transaction().execute((tx) => {
    const nowMs = now();
    return make({ tx, nowMs, note: (noted) => writeAudit(tx, { ...author, at: nowMs, ...noted }) });
  });
