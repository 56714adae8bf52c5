import { type Config, isShared } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createMemoryOpenPlays, type OpenPlays } from './open-plays.ts';
import { createSharedOpenPlays } from './shared-open-plays.ts';

type Needs = {
  readonly config: Config;
  readonly accounts: AccountsDb;
  readonly now: () => number;
  /** Several processes may serve: by default where both stores are servers. */
  readonly shared?: boolean;
};

/** The installation's open plays, in memory or, for several processes, in the accounts store. */
export const createOpenPlays = ({ config, accounts, now, shared = isShared(config) }: Needs): OpenPlays =>
  shared ? createSharedOpenPlays({ accounts, now }) : createMemoryOpenPlays(now);
