import type { ProviderName } from '#contract/auth.ts';
import { ConfigError, type Environment } from './config-variables.ts';

/** An OpenID Connect provider configured for this installation. */
export type SignInProvider = {
  readonly name: ProviderName;
  /** Name on the button: Continue with … */
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

type Found = Omit<SignInProvider, 'issuer' | 'clientId' | 'clientSecret'> & {
  readonly issuer: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
};

/** Returns the configured providers. Throws `ConfigError` for an incomplete configuration. */
export function readSignInProviders(values: Partial<Environment>): readonly SignInProvider[] {
  const found: readonly Found[] = [
    {
      name: 'google',
      label: 'Google',
      issuer: values.GOOGLE_ISSUER ?? 'https://accounts.google.com',
      clientId: values.GOOGLE_CLIENT_ID,
      clientSecret: values.GOOGLE_CLIENT_SECRET,
    },
    {
      name: 'microsoft',
      label: 'Microsoft',
      issuer: values.MICROSOFT_ISSUER ?? 'https://login.microsoftonline.com/common/v2.0',
      clientId: values.MICROSOFT_CLIENT_ID,
      clientSecret: values.MICROSOFT_CLIENT_SECRET,
    },
    {
      name: 'oidc',
      label: values.OIDC_LABEL ?? 'single sign-on',
      issuer: values.OIDC_ISSUER,
      clientId: values.OIDC_CLIENT_ID,
      clientSecret: values.OIDC_CLIENT_SECRET,
    },
  ];
  return found.flatMap(({ issuer, clientId, clientSecret, ...rest }) => {
    if (clientId === undefined && clientSecret === undefined) return [];
    const prefix = rest.name.toUpperCase();
    if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
      const parts = `${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET${rest.name === 'oidc' ? ' and OIDC_ISSUER' : ''}`;
      throw new ConfigError(`${parts} belong together. Set all of them or none.`);
    }
    if (!issuer.startsWith('https:') && !isLoopback(issuer)) {
      throw new ConfigError(`${prefix}_ISSUER: its value must start with https://.`);
    }
    return [{ ...rest, issuer, clientId, clientSecret }];
  });
}

/**
 * Returns whether the address is on this machine. Only providers on this machine may use HTTP without TLS, as in tests.
 */
export const isLoopback = (address: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
