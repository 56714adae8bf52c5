import type { AuditEntry } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** The author of a change, for the audit log. */
export type Author = Pick<AuditEntry, 'actorId' | 'actor' | 'ip'>;

/** What every change to the network needs, whether it comes from a command or a screen. */
export type ChangeContext = {
  readonly accounts: AccountsDb;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  readonly author: Author;
};
