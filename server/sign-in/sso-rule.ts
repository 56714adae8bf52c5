import type { ProviderName } from '#contract/auth.ts';
import type { StoredRole } from '#domain/role.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { AppError } from '../http/app-error.ts';
import { findVerifiedDomain } from './sso-rule-queries.ts';

export type EmailDomainClaim = NonNullable<Awaited<ReturnType<typeof findVerifiedDomain>>>;

type Member = {
  readonly email_key: string;
  readonly role: StoredRole;
  readonly customer_id: string | null;
  readonly demo: number;
};

/** The providers configured for this installation. */
type Providers = {
  readonly signInProviders: readonly { readonly name: ProviderName; readonly label: string }[];
};

/** The identity that a provider reports. */
type Vouched = {
  readonly provider: ProviderName;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly hostedDomain: string | null;
};

/** Returns the domain of a normalized address. */
export const domainOfKey = (emailKey: string): string => emailKey.slice(emailKey.lastIndexOf('@') + 1);

/** Finds the verified claim for an address's domain, regardless of its organization's requirement. */
export const findClaim = async (accounts: AccountsDb, emailKey: string): Promise<EmailDomainClaim | undefined> =>
  emailKey.includes('@') ? findVerifiedDomain(accounts, domainOfKey(emailKey)) : undefined;

/**
 * Finds the claim for an address whose domain requires single sign-on. The claim applies to any address in the domain,
 * so it reveals nothing about accounts.
 */
export async function findSsoRule(accounts: AccountsDb, emailKey: string): Promise<EmailDomainClaim | undefined> {
  const claim = await findClaim(accounts, emailKey);
  return claim?.sso_only === 1 ? claim : undefined;
}

/**
 * Returns whether a domain's rule applies to the account: one that belongs to the organization, or one without a
 * customer and role. The rule never applies to administrators and other organizations' accounts with such an address,
 * so that it can't lock them out.
 */
export const isMember = ({ customer_id: holder }: EmailDomainClaim, { role, customer_id, demo }: Member): boolean =>
  demo === 0 && (customer_id === holder || (customer_id === null && role === 'unassigned'));

/** Returns the rule that applies to the account, or undefined if the account may sign in in any way. */
export async function findRuleOf(accounts: AccountsDb, user: Member): Promise<EmailDomainClaim | undefined> {
  const rule = await findSsoRule(accounts, user.email_key);
  return rule !== undefined && isMember(rule, user) ? rule : undefined;
}

/**
 * Returns whether the organization's provider vouches for the identity: the claim's provider, with an address in the
 * domain. Google accepts accounts with any address, so only its hosted domain counts there.
 */
export const isVouchedFor = (claim: EmailDomainClaim, who: Vouched): boolean =>
  who.provider === claim.provider &&
  who.isEmailVerified &&
  who.email !== null &&
  domainOfKey(who.email) === claim.domain &&
  (who.provider !== 'google' || who.hostedDomain === claim.domain);

export const labelOfProvider = ({ signInProviders }: Providers, provider: string): string =>
  signInProviders.find(({ name }) => name === provider)?.label ?? 'single sign-on';

/** Creates the error that rejects every other way of signing in, for any address in the domain. */
export function ssoRequired(config: Providers, { domain, provider }: EmailDomainClaim): AppError {
  const label = labelOfProvider(config, provider);
  return new AppError(
    'forbidden',
    `People with an address at ${domain} sign in with ${label}. Choose “Continue with ${label}” on the login page.`,
    undefined,
    'single_sign_on',
  );
}
