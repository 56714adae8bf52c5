import type { FastifyInstance } from 'fastify';
import {
  getNetworkSettings,
  type NetworkSettings,
  SETTING_NAMES,
  type ShownSetting,
  setNetworkSetting,
} from '#contract/settings.ts';
import { defaultShareAt } from '#domain/default-share.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import { insertWithAudit } from '../../administration/insert-with-audit.ts';
import { readConfig, type Settings } from '../../config/config.ts';
import type { NetworkSettingTable } from '../../databases/accounts/maintenance-tables.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { authorOf } from '../../http/author-of.ts';
import { changeSetting, settingsVersion } from '../../settings/change-setting.ts';
import { findStoredSettings } from '../../settings/network-settings-queries.ts';
import { applyStoredSettings, isFromEnvironment, settingText } from '../../settings/stored-settings.ts';

/** Registers the routes for the settings that administrators store (docs/installation.md#settings). */
export function settingsRoutes({ accounts, config, now }: Pick<Dependencies, 'accounts' | 'config' | 'now'>) {
  async function show(): Promise<NetworkSettings> {
    const rows = await findStoredSettings(accounts);
    const defaults = readConfig(config.environment);
    return { data: SETTING_NAMES.map((name) => shown(name, rows, defaults)), version: String(settingsVersion(rows)) };
  }

  function shown(name: ShownSetting['name'], rows: readonly NetworkSettingTable[], defaults: Settings): ShownSetting {
    const newest = rows.findLast((row) => row.name === name);
    const saved = newest?.value ?? null;
    const from = newest !== undefined && newest.valid_from > now() ? newest.valid_from : null;
    const value =
      name === 'owner_share' ? String(defaultShareAt(config, now()) / 1_000_000) : settingText(name, config);
    const isStored = rows.some((row) => row.name === name && row.value === value);
    return {
      name,
      value,
      saved,
      default: settingText(name, defaults),
      source: isFromEnvironment(name, config) ? 'environment' : isStored ? 'stored' : 'default',
      from: from === null ? null : zonedDay(from, config.networkTimeZone).date,
    };
  }

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, getNetworkSettings, show);
    addRoute(app, setNetworkSetting, async (request) => {
      const author = authorOf(request);
      await insertWithAudit({ accounts, now, author }, async ({ tx, nowMs, note }) => {
        const changed = await changeSetting({ tx, config, nowMs, by: author.actor }, request.body);
        if (changed === null) return;
        const { from, ...value } = changed;
        const detail = { value, ...(from === undefined ? {} : { from }) };
        await note({ action: 'settings.changed', subject: request.body.name, detail });
      });
      await applyStoredSettings(config, accounts);
      return show();
    });
  };
}
