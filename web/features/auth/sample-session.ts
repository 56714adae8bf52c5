import type { CurrentUser } from '#contract/auth.ts';
import { storeToken, storeUser } from '../../lib/session.ts';

const VISITOR: CurrentUser = {
  id: '00000000-0000-7000-8000-000000000000',
  firstName: 'Visitor',
  lastName: '',
  email: 'visitor@demo.voltboard.example',
  emailVerified: true,
  phoneNumber: '',
  avatar: [],
  provider: 'local',
  role: '',
  standing: 'manager',
  cid: '',
  customer: 'Sample pages',
  disabled: false,
  createdAt: '',
  updatedAt: '',
  demo: false,
  viewed_by: '',
  has_password: false,
  single_sign_on: '',
  second_factor: 'off',
  has_passkey: false,
  time_zone: '',
  theme_color: '',
  color_scheme: '',
};

const part = (value: object): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/**
 * Opens the sample pages of a copy without a server. The guards stay unchanged: they accept any stored token that
 * decodes (docs/specification.md#states). This stores such a token; no server would ever accept it.
 */
export function beginSampleSession(): void {
  storeUser(VISITOR);
  storeToken(`${part({ alg: 'none' })}.${part({ sub: VISITOR.id })}.sample`);
}
