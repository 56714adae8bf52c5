import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';

/** How a setting is entered. */
export type SettingKind = 'text' | 'color' | 'choice' | 'switch' | 'number' | 'share' | 'zone';

type NetworkSetting = {
  /** The environment variable with the same meaning and format, which takes precedence. */
  readonly variable: string;
  readonly group: 'brand' | 'money' | 'access' | 'data' | 'energy';
  readonly kind: SettingKind;
  /** `start`: takes effect when the server starts again. `day`: takes effect at the start of a day. */
  readonly applies: 'now' | 'start' | 'day';
  readonly values?: readonly string[];
};

/**
 * The settings of the network that administrators can store, in the order of the screen. Their defaults and limits are
 * those of the environment variables.
 */
export const NETWORK_SETTINGS = {
  name: { variable: 'NETWORK_NAME', group: 'brand', kind: 'text', applies: 'now' },
  color: { variable: 'BRAND_COLOR', group: 'brand', kind: 'color', applies: 'now' },
  time_zone: { variable: 'NETWORK_TIME_ZONE', group: 'brand', kind: 'zone', applies: 'start' },
  currency: { variable: 'CURRENCY', group: 'money', kind: 'text', applies: 'start' },
  owner_share: { variable: 'OWNER_SHARE', group: 'money', kind: 'share', applies: 'day' },
  close_after_days: { variable: 'CLOSE_AFTER_DAYS', group: 'money', kind: 'number', applies: 'now' },
  four_eyes: { variable: 'FOUR_EYES', group: 'money', kind: 'switch', applies: 'now' },
  sign_up: {
    variable: 'SIGN_UP',
    group: 'access',
    kind: 'choice',
    applies: 'now',
    values: ['open', 'invite', 'closed'],
  },
  admin_mfa: { variable: 'ADMIN_MFA', group: 'access', kind: 'switch', applies: 'now' },
  retention_months: {
    variable: 'RETENTION_MONTHS',
    group: 'data',
    kind: 'number',
    applies: 'now',
  },
  visitor_data_days: {
    variable: 'VISITOR_DATA_DAYS',
    group: 'data',
    kind: 'number',
    applies: 'now',
  },
  energy_per_view: { variable: 'ENERGY_KWH_PER_VIEW', group: 'energy', kind: 'number', applies: 'now' },
  energy_cost: { variable: 'ENERGY_COST_PER_KWH', group: 'energy', kind: 'number', applies: 'now' },
  rated_watts: { variable: 'RATED_WATTS', group: 'energy', kind: 'number', applies: 'now' },
} as const satisfies Record<string, NetworkSetting>;

export type NetworkSettingName = keyof typeof NETWORK_SETTINGS;
export const SETTING_NAMES = Object.keys(NETWORK_SETTINGS) as NetworkSettingName[];

const SettingName = Type.Unsafe<NetworkSettingName>(Type.Enum([...SETTING_NAMES]));

const ShownSetting = Type.Object({
  name: SettingName,
  value: Type.String({ description: "The value in use, in the environment variable's format; '' for no limit." }),
  saved: Type.Union([Type.Null(), Type.String()], {
    description: 'The stored value; null if none is stored. It differs from `value` until it takes effect.',
  }),
  default: Type.String(),
  source: Type.Enum(['environment', 'stored', 'default'], {
    description: 'Where `value` comes from. A value from the environment takes precedence over a stored one.',
  }),
  from: Type.Union([Type.Null(), Type.String()], {
    description: 'The day on which the stored value takes effect, if that day is in the future.',
  }),
});
export type ShownSetting = Type.Static<typeof ShownSetting>;

const NetworkSettings = Type.Object({
  data: Type.Array(ShownSetting),
  version: Type.String({ description: 'Send it with a change, so that it overwrites no other change.' }),
});
export type NetworkSettings = Type.Static<typeof NetworkSettings>;

export const getNetworkSettings = {
  method: 'GET',
  url: '/admin/settings',
  allowed: 'admin',
  tokenScope: 'network:read',
  summary: "Get the network's settings",
  schema: { response: { 200: NetworkSettings } },
} as const satisfies Endpoint;

const SettingsForm = Type.Object(
  {
    name: SettingName,
    value: Type.Union([Type.Null(), Type.String({ maxLength: 120 })], {
      description: "In the environment variable's format; null restores the default.",
    }),
    from: Type.Optional(Type.String({ description: 'First day of a new owner share, such as 2026-12-01.' })),
    version: Type.String({ maxLength: 40 }),
  },
  { additionalProperties: false },
);
export type SettingsForm = Type.Static<typeof SettingsForm>;

export const setNetworkSetting = {
  method: 'PUT',
  url: '/admin/settings',
  allowed: 'admin',
  tokenScope: 'none',
  stepUp: true,
  summary: "Change one of the network's settings",
  schema: { body: SettingsForm, response: { 200: NetworkSettings } },
} as const satisfies Endpoint;
