import type { Config, Settings } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { decideFact } from '../databases/accounts/installation-facts.ts';
import { openPurposeKeys } from '../keys/open-purpose-keys.ts';

type Opening = {
  readonly settings: Settings;
  readonly accounts: AccountsDb;
  readonly now: () => number;
  /** See `openPurposeKeys`. */
  readonly replacesLost?: boolean;
};

/** Adds the keys from the store to the settings. */
export async function openConfig({ settings, accounts, now, replacesLost = false }: Opening): Promise<Config> {
  const config = await withInstallationSecret(settings, accounts);
  return { ...config, keys: await openPurposeKeys({ accounts, config, now, replacesLost }) };
}

/**
 * Returns the settings with the session secret. A demo on PostgreSQL needs no configured secret. Its first process
 * stores its own secret there, and all others use that secret.
 */
async function withInstallationSecret(settings: Settings, accounts: AccountsDb): Promise<Settings> {
  if (settings.databaseUrl === null || settings.hasOwnSecret) return settings;
  return { ...settings, sessionSecret: await decideFact(accounts, 'demo-session-secret', settings.sessionSecret) };
}
