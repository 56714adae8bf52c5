import type { CurrentUser } from '#contract/auth.ts';
import { sentRole } from '#domain/role.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { findRuleOf, labelOfProvider } from '../../sign-in/sso-rule.ts';
import { findUser } from './auth-queries.ts';
import { createSecondFactor } from './create-second-factor.ts';
import { hasPasskey } from './passkey-queries.ts';

/** The signed-in account as the browser may see it: a list of fields, never the row (docs/threat-model.md#b7). */
export async function readCurrentUser(
  { config, accounts, now }: Pick<Dependencies, 'config' | 'accounts' | 'now'>,
  { userId, mustSetUpSecondFactor, viewer }: Caller,
): Promise<CurrentUser> {
  const user = await findUser(accounts, userId);
  if (!user) throw new AppError('unauthenticated', 'Your session has ended. Sign in again.');
  const rule = await findRuleOf(accounts, user);
  const isFactorOn = await createSecondFactor({ config, now }).isOn(accounts, userId);
  return {
    id: user.id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    emailVerified: user.email_verified === 1,
    phoneNumber: user.phone_number,
    avatar: JSON.parse(user.avatar) as { publicUrl: string }[],
    provider: user.provider,
    role: sentRole(user.role),
    standing: user.standing,
    cid: user.customer_id ?? '',
    customer: user.customer_name ?? '',
    disabled: user.disabled === 1,
    createdAt: new Date(user.created_at).toISOString(),
    updatedAt: new Date(user.updated_at).toISOString(),
    demo: user.demo === 1,
    viewed_by: viewer?.email ?? '',
    has_password: user.password_hash !== null && rule === undefined,
    single_sign_on: rule === undefined ? '' : labelOfProvider(config, rule.provider),
    has_passkey: await hasPasskey(accounts, userId),
    second_factor: isFactorOn ? 'on' : mustSetUpSecondFactor ? 'missing' : 'off',
    time_zone: user.time_zone,
    theme_color: user.theme_color,
    color_scheme: user.color_scheme,
  };
}
