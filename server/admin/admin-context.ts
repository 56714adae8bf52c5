import type { Config, Settings } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** Dependencies of every command. A running server may use `accounts` concurrently. */
export type AdminContext = {
  readonly accounts: AccountsDb;
  readonly config: Config;
  /** Returns the time in epoch milliseconds. */
  readonly now: () => number;
  /** Prints one line to the terminal. */
  readonly print: (line: string) => void;
};

/** Opens the accounts store, runs the work and closes the store. */
export type WithContext = (work: (context: AdminContext) => Promise<void>) => Promise<void>;

/** Dependencies of a command that must not open the configured stores itself. */
export type ConfigContext = Pick<AdminContext, 'print'> & { readonly config: Settings };

export type WithConfig = (work: (context: ConfigContext) => Promise<void>) => Promise<void>;
