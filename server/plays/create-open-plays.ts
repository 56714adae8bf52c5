import { type Config, isShared } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createMemoryOpenPlays, type OpenPlays } from './open-plays.ts';
import { createSharedOpenPlays } from './shared-open-plays.ts';

type Needs = {
  readonly config: Config;
  readonly accounts: AccountsDb;
  readonly now: () => number;
  /** Whether several processes may serve; by default, if both stores are servers. */
  readonly shared?: boolean;
};

/** The open plays of the installation: in memory, or in the accounts store for several processes. */
export const createOpenPlays = ({ config, accounts, now, shared = isShared(config) }: Needs): OpenPlays =>
  shared ? createSharedOpenPlays({ accounts, now }) : createMemoryOpenPlays(now);
