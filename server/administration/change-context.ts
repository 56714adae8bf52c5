import type { AuditEntry } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** Who changes something, for the audit log. */
export type Author = Pick<AuditEntry, 'actorId' | 'actor' | 'ip'>;

/** What a change of the network needs, whether a command or a screen makes it. */
export type ChangeContext = {
  readonly accounts: AccountsDb;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly author: Author;
};
