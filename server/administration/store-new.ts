import type { Transaction } from 'kysely';
import { writeAudit } from '../audit/write-audit.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import type { ChangeContext } from './change-context.ts';
import type { Noted } from './change-stored.ts';

export type NewTurn = {
  readonly tx: Transaction<AccountsSchema>;
  readonly nowMs: number;
  /** For each thing that is made, as the audit log keeps it. */
  readonly note: (noted: Omit<Noted, 'leavesRow'>) => Promise<void>;
};

/**
 * The way in which administrators make something, or change what is no row with a version: in one transaction it is stored and noted in
 * the audit log, or neither.
 */
export const storeNew = <Made>(
  { accounts, now, author }: ChangeContext,
  make: (turn: NewTurn) => Promise<Made>,
): Promise<Made> =>
  accounts.transaction().execute((tx) => {
    const nowMs = now();
    return make({ tx, nowMs, note: (noted) => writeAudit(tx, { ...author, at: nowMs, ...noted }) });
  });
