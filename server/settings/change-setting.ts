import type { Transaction } from 'kysely';
import { NETWORK_SETTINGS, type NetworkSettingName } from '#contract/settings.ts';
import { addDays, isCalendarDate } from '#domain/calendar-date.ts';
import { parseSharePpm } from '#domain/money.ts';
import { plainText, plainTextProblem } from '#domain/plain-text.ts';
import { startOfDate, zonedDay } from '#domain/zoned-day.ts';
import { takeAuditTurn } from '../audit/write-audit.ts';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { findMoney } from '../databases/accounts/known-currency.ts';
import type { NetworkSettingTable } from '../databases/accounts/maintenance-tables.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { AppError, FieldError } from '../http/app-error.ts';
import { findStoredSettings, putSetting } from './network-settings-queries.ts';
import { isFromEnvironment, settingText } from './stored-settings.ts';

export type SettingChange = {
  readonly name: NetworkSettingName;
  /** In the environment variable's format. Null restores the default. */
  readonly value: string | null;
  /** First day of a new owner share, `YYYY-MM-DD`. */
  readonly from?: string;
  /** The version that the administrator saw. */
  readonly version: string;
};

type Changing = {
  readonly tx: Transaction<AccountsSchema>;
  readonly config: Config;
  readonly nowMs: number;
  readonly by: string;
};

/** Returns the version of the stored settings, which every change increases. */
export const settingsVersion = (rows: readonly Pick<NetworkSettingTable, 'changed_at'>[]): number =>
  Math.max(0, ...rows.map(({ changed_at }) => changed_at));

/**
 * Checks and stores a setting. Returns what changed for the audit log, or null if nothing did. Throws `FieldError` for
 * an invalid value, and `AppError` if the environment sets the value or another administrator changed the settings.
 */
export async function changeSetting(
  { tx, config, nowMs, by }: Changing,
  { name, value: given, from, version }: SettingChange,
): Promise<{ readonly before: string; readonly after: string; readonly from?: string } | null> {
  // Serializes changes: of two callers that read the same version, only the first one changes it.
  await takeAuditTurn(tx);
  const rows = await findStoredSettings(tx);
  const latest = settingsVersion(rows);
  if (version !== String(latest))
    throw new AppError('conflict', 'The settings were changed since you opened them. Reload them, then try again.');
  const { variable } = NETWORK_SETTINGS[name];
  if (isFromEnvironment(name, config))
    throw new AppError('conflict', `${variable} is set in the environment. Change it there, then restart the server.`);
  const value = given === null ? null : checkedValue(name, given, config);
  if (name === 'currency') await refuseOtherCurrency(tx, value ?? settingText(name, readConfig(config.environment)));
  const own = rows.filter((row) => row.name === name);
  const fromMs = name === 'owner_share' ? startOfShare(from, config.networkTimeZone, nowMs) : 0;
  const before = own.findLast((row) => row.valid_from <= fromMs)?.value ?? null;
  if (before === value) return null;
  const changedAt = Math.max(nowMs, latest + 1);
  await putSetting(tx, { name, valid_from: fromMs, value, changed_at: changedAt, changed_by: by });
  const shown = (text: string | null) => text ?? 'default';
  return { before: shown(before), after: shown(value), ...(fromMs === 0 ? {} : { from: from ?? '' }) };
}

/** Returns the value as it is stored. The checks of the environment variable apply, also those of several variables. */
function checkedValue(name: NetworkSettingName, given: string, config: Config): string {
  const value = name === 'owner_share' ? shareText(given) : plainText(given);
  const problem = plainTextProblem(value, 120);
  if (problem !== null) throw new FieldError({ value: `The value ${problem}.` });
  if (value === '') throw new FieldError({ value: 'Enter a value, or restore the default.' });
  const { variable } = NETWORK_SETTINGS[name];
  try {
    readConfig({ ...config.environment, [variable]: value });
  } catch (error) {
    if (error instanceof ConfigError) throw new FieldError({ value: error.message.replace(/^[A-Z_]+: /, '') });
    throw error;
  }
  return value;
}

function shareText(text: string): string {
  const ppm = parseSharePpm(text);
  if (ppm === null) throw new FieldError({ value: 'Enter a share from 0 to 100%, such as 30%.' });
  return String(ppm / 1_000_000);
}

/**
 * Returns the start of the share's first day. It must be in the future, so that all processes know the share before it
 * applies, and events that were already accepted keep their amounts.
 */
function startOfShare(from: string | undefined, zone: string, nowMs: number): number {
  const tomorrow = addDays(zonedDay(nowMs, zone).date, 1);
  if (from === undefined || !isCalendarDate(from) || from < tomorrow)
    throw new FieldError({ from: `Enter a date from ${tomorrow} on.` });
  return startOfDate(from, zone);
}

async function refuseOtherCurrency(tx: Changing['tx'], currency: string): Promise<void> {
  const { hasMoney } = await findMoney(tx);
  if (hasMoney)
    throw new FieldError({
      value: `Existing prices, budgets and documents can’t be converted to ${currency}. The currency can only change before the first price.`,
    });
}
