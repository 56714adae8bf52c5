import { queryOptions } from '@tanstack/react-query';
import { getNetworkSettings, type SettingsForm, setNetworkSetting } from '#contract/settings.ts';
import { request } from '../../lib/api-client.ts';

export const SETTINGS = ['network-settings'] as const;

export const settingsQuery = queryOptions({
  queryKey: SETTINGS,
  queryFn: ({ signal }) => request(getNetworkSettings, { signal }),
});

export const sendSetting = (body: SettingsForm) => request(setNetworkSetting, { body });
