import type { Config, Settings } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { decideFact } from '../databases/accounts/installation-facts.ts';
import { openPurposeKeys } from '../keys/open-purpose-keys.ts';
import { findStoredSettings } from '../settings/network-settings-queries.ts';
import { withStored } from '../settings/stored-settings.ts';

type Opening = {
  readonly settings: Settings;
  readonly accounts: AccountsDb;
  readonly now: () => number;
  /** See `openPurposeKeys`. */
  readonly replacesLost?: boolean;
};

/** Adds the stored settings and the keys from the store to the settings of the environment. */
export async function openConfig({ settings, accounts, now, replacesLost = false }: Opening): Promise<Config> {
  const stored = withStored(settings, await findStoredSettings(accounts));
  const config = await withInstallationSecret(stored, accounts);
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
