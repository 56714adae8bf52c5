import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { decideFact } from '../databases/accounts/installation-facts.ts';

/** A demo on PostgreSQL needs no secret of its own: the first process keeps its own there, and all others take that. */
export async function withInstallationSecret(config: Config, accounts: AccountsDb): Promise<Config> {
  if (config.databaseUrl === null || config.hasOwnSecret) return config;
  return { ...config, sessionSecret: await decideFact(accounts, 'demo-session-secret', config.sessionSecret) };
}
