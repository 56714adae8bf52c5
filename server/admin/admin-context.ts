import type { Config } from '../config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** What every command works with. `accounts` may be in use by a running server at the same time. */
export type AdminContext = {
  readonly accounts: AccountsDb;
  readonly config: Config;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** One line for the person at the terminal. */
  readonly print: (line: string) => void;
};
