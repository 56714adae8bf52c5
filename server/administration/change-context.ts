import type { AuditEntry } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** The author of a change, for the audit log. */
export type Author = Pick<AuditEntry, 'actorId' | 'actor' | 'ip'>;

/** The dependencies of every change to the network, from a command or from a screen. */
export type ChangeContext = {
  readonly accounts: AccountsDb;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  readonly author: Author;
};
