import { NETWORK_SETTINGS, type NetworkSettingName, SETTING_NAMES } from '#contract/settings.ts';
import { parseSharePpm } from '#domain/money.ts';
import { type Config, ConfigError, readConfig, type Settings } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { NetworkSettingTable } from '../databases/accounts/maintenance-tables.ts';
import { findStoredSettings } from './network-settings-queries.ts';

type Row = Pick<NetworkSettingTable, 'name' | 'value' | 'valid_from'>;
type Texts = { readonly [Name in NetworkSettingName]: (settings: Settings) => string };

const onOff = (is: boolean): string => (is ? 'on' : 'off');
const orBlank = (value: number | null): string => (value === null ? '' : String(value));

/** Formats each setting's value in its environment variable's format. */
const TEXTS: Texts = {
  name: ({ networkName }) => networkName,
  color: ({ brandColor }) => brandColor,
  time_zone: ({ networkTimeZone }) => networkTimeZone,
  currency: ({ currency }) => currency,
  owner_share: ({ ownerSharePpm }) => String(ownerSharePpm / 1_000_000),
  close_after_days: ({ closeAfterDays }) => String(closeAfterDays),
  four_eyes: ({ fourEyes }) => onOff(fourEyes),
  sign_up: ({ signUp }) => signUp,
  admin_mfa: ({ adminMfa }) => onOff(adminMfa),
  retention_months: ({ retentionMonths }) => orBlank(retentionMonths),
  visitor_data_days: ({ visitorDataDays }) => orBlank(visitorDataDays),
  energy_per_view: ({ energyMilliWhPerView }) => String(energyMilliWhPerView / 1_000_000),
  energy_cost: ({ energyCostPerKwh }) => String(energyCostPerKwh),
  rated_watts: ({ ratedWatts }) => String(ratedWatts),
};

type ImmediateName = {
  [Name in NetworkSettingName]: (typeof NETWORK_SETTINGS)[Name]['applies'] extends 'now' ? Name : never;
}[NetworkSettingName];

/** The settings that take effect without a restart. */
const IMMEDIATE = {
  name: 'networkName',
  color: 'brandColor',
  close_after_days: 'closeAfterDays',
  four_eyes: 'fourEyes',
  sign_up: 'signUp',
  admin_mfa: 'adminMfa',
  retention_months: 'retentionMonths',
  visitor_data_days: 'visitorDataDays',
  energy_per_view: 'energyMilliWhPerView',
  energy_cost: 'energyCostPerKwh',
  rated_watts: 'ratedWatts',
} as const satisfies Record<ImmediateName, keyof Settings>;

/** Returns a setting's value in its environment variable's format; '' for no limit. */
export const settingText = (name: NetworkSettingName, settings: Settings): string => TEXTS[name](settings);

/** Whether the environment sets the value, which then takes precedence over the stored one. */
export function isFromEnvironment(name: NetworkSettingName, { environment }: Pick<Settings, 'environment'>): boolean {
  const { variable } = NETWORK_SETTINGS[name];
  return [variable, `${variable}_FILE`].some((one) => (environment[one] ?? '').trim() !== '');
}

/**
 * Returns the settings with the stored values that the environment does not set. Values that this version does not
 * accept are left out, so that no stored value keeps the server from starting.
 */
export function withStored(settings: Settings, rows: readonly Row[]): Settings {
  const values = SETTING_NAMES.flatMap((name) => {
    const value = rows.find((row) => row.name === name && row.valid_from === 0)?.value ?? null;
    const isUsed = value !== null && name !== 'owner_share' && !isFromEnvironment(name, settings);
    return isUsed ? [[NETWORK_SETTINGS[name].variable, value] as const] : [];
  });
  const { environment } = settings;
  const all = readOrNull({ ...environment, ...Object.fromEntries(values) });
  return { ...(all ?? readOneByOne(settings, values)), environment, ownerShares: sharesIn(settings, rows) };
}

function readOneByOne(settings: Settings, values: readonly (readonly [string, string])[]): Settings {
  let result = settings;
  let env = settings.environment;
  for (const [variable, value] of values) {
    const next = { ...env, [variable]: value };
    const read = readOrNull(next);
    if (read !== null) [env, result] = [next, read];
  }
  return result;
}

function readOrNull(env: Settings['environment']): Settings | null {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

/** Returns the stored default shares. A version without a value restores the default from its day on. */
function sharesIn(settings: Settings, rows: readonly Row[]): Settings['ownerShares'] {
  if (isFromEnvironment('owner_share', settings)) return [];
  return rows
    .filter(({ name }) => name === 'owner_share')
    .map(({ valid_from: fromMs, value }) => ({
      fromMs,
      ppm: (value === null ? null : parseSharePpm(value)) ?? settings.ownerSharePpm,
    }));
}

/**
 * Reads the stored settings and applies those that take effect without a restart to this process's configuration.
 * Returns the settings as they will be after a restart.
 */
export async function applyStoredSettings(config: Config, accounts: AccountsDb): Promise<Settings> {
  const stored = withStored(readConfig(config.environment), await findStoredSettings(accounts));
  const changed = Object.values(IMMEDIATE).map((field) => [field, stored[field]] as const);
  // The configuration is read-only for all other modules. They see the new values at their next read.
  Object.assign(config, Object.fromEntries(changed), { ownerShares: stored.ownerShares });
  return stored;
}

/** Creates a job that applies settings which another process stored. */
export function createSettingsWatch(config: Config, accounts: AccountsDb): () => Promise<void> {
  let known = '';
  return async () => {
    const rows = await findStoredSettings(accounts);
    const found = JSON.stringify(rows);
    if (found === known) return;
    await applyStoredSettings(config, accounts);
    known = found;
  };
}
