import type { Config } from '../config/config.ts';
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

/** Opens the store, does the work with it and closes it. */
export type WithContext = (work: (context: AdminContext) => Promise<void>) => Promise<void>;

/** What a command has that must not open the stores of its configuration as an installation. */
export type ConfigContext = Pick<AdminContext, 'config' | 'print'>;

export type WithConfig = (work: (context: ConfigContext) => Promise<void>) => Promise<void>;
