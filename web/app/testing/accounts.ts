import type { CurrentUser } from '#contract/auth.ts';
import type { PublicConfig } from '#contract/site.ts';

/** Returns a signed-in user with the given role; `more` overrides fields. */
export function userOf(role: CurrentUser['role'], more: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: '01900000-0000-7000-8000-0000000000aa',
    firstName: 'Ada',
    lastName: 'Hart',
    email: 'ada@hotel.example',
    emailVerified: true,
    phoneNumber: '',
    avatar: [],
    provider: 'local',
    role,
    disabled: false,
    demo: false,
    cid: role === 'admin' ? '' : 'c-1',
    customer: role === 'admin' ? '' : 'Pier House',
    standing: 'manager',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    viewed_by: '',
    has_password: true,
    second_factor: 'off',
    has_passkey: false,
    single_sign_on: '',
    time_zone: '',
    theme_color: '',
    color_scheme: '',
    ...more,
  };
}

/** Returns a token that the browser can decode. Only a server would verify the token. */
export const tokenOf = (name: string): string => {
  const part = (value: object): string => btoa(JSON.stringify(value)).replaceAll('=', '');
  return `${part({ alg: 'HS256' })}.${part({ sub: name })}.signature`;
};

export const CONFIG: PublicConfig = {
  version: '1.0.0',
  demo_accounts: [],
  sign_in_providers: [],
  passkeys: true,
  network_time_zone: 'UTC',
  map_style_url: '',
  google_maps_key: '',
  energy_cost_per_kwh: 0.17,
  energy_kwh_per_view: 0.025,
  owner_share: 0.3,
  api_docs: true,
  sign_up: 'open',
  password_min_length: 15,
};
