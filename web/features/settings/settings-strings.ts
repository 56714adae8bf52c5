import type { NetworkSettingName } from '#contract/settings.ts';

/** Texts of `settings-page.tsx`. */
export const settingsPageStrings = {
  title: 'Network',
  context: 'Settings of the whole installation',
  loadFailed: 'The settings could not be loaded.',
  change: 'Change',
  changeLabel: 'Change {setting}',
  save: 'Save',
  saved: '{setting} saved.',
  savedForLater: '{setting} saved. It takes effect when the server restarts.',
  savedForDay: '{setting} saved. It takes effect on {day}.',
  byEnvironment: 'Set by {variable} in the server’s environment. Change it there.',
  waitsForStart: 'After the next restart: {value}',
  waitsForDay: 'From {day}: {value}',
  restoresDefault: 'Leave blank to use the default, {value}.',
  restoresNone: 'Leave blank for no limit.',
  firstDay: 'First day',
  firstDayHint: 'Events of earlier days keep the earlier share.',
  afterRestart: 'Takes effect when the server restarts.',
  on: 'On',
  off: 'Off',
  noLimit: 'No limit',
  logo: 'Logo, address and paper',
  payoutAccount: 'Payout account',
  silence: 'Alert rules, such as minutes without contact',
  elsewhere: 'Elsewhere',
  groups: { brand: 'Name and place', money: 'Money', access: 'Access', data: 'Stored data', energy: 'Energy' },
  signUp: { open: 'Everyone', invite: 'Invited people', closed: 'No one' },
} as const;

/** The label, hint and unit of each setting. */
export const SETTING_TEXTS: Readonly<
  Record<NetworkSettingName, { readonly label: string; readonly hint: string; readonly unit?: string }>
> = {
  name: { label: 'Network name', hint: 'Shown on screens, in emails and on shared reports.' },
  color: { label: 'Brand color', hint: 'The main color of screens. All shades are derived from it.' },
  time_zone: { label: 'Time zone', hint: 'The network’s days begin at midnight in this zone.' },
  currency: {
    label: 'Currency',
    hint: 'An ISO 4217 code with two decimals. It can only change before the first price.',
  },
  owner_share: { label: 'Owner share', hint: 'Share of the revenue for owners without a contract share.' },
  close_after_days: {
    label: 'Days until documents are final',
    hint: 'Counted from the end of a month. Later events are billed with the next one.',
    unit: 'days',
  },
  four_eyes: {
    label: 'Second approval',
    hint: 'A payout run is approved by a different administrator than the one who proposed it.',
  },
  sign_up: { label: 'Who may register', hint: 'New accounts see nothing until an administrator links them.' },
  admin_mfa: { label: 'Second factor', hint: 'Administrators need an authenticator app or a passkey.' },
  retention_months: {
    label: 'Keep single events',
    hint: 'Older events are removed at night. Figures do not change.',
    unit: 'months',
  },
  visitor_data_days: {
    label: 'Keep visitor data',
    hint: 'Older fingerprints and addresses are erased at night.',
    unit: 'days',
  },
  energy_per_view: { label: 'Energy per view', hint: 'The estimate for outlets without a meter.', unit: 'kWh' },
  energy_cost: { label: 'Price of energy', hint: 'In the network’s currency.', unit: 'per kWh' },
  rated_watts: {
    label: 'Maximum power of an outlet',
    hint: 'Unless set for the outlet. Higher readings are ignored.',
    unit: 'watts',
  },
};
