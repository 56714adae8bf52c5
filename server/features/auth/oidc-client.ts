import * as oidc from 'openid-client';
import type { ProviderName } from '#contract/auth.ts';
import { emailKey } from '#domain/email.ts';
import { visibleText } from '#domain/plain-text.ts';
import type { Config } from '../../config/config.ts';
import { isLoopback, type SignInProvider } from '../../config/sign-in-providers.ts';
import { AppError } from '../../http/app-error.ts';
import { createSharedWork } from '../../lib/shared-work.ts';

const TIMEOUT_SECONDS = 5;

/** Asks for a sign-in now, whoever is signed in there, and for its time in the token: some send that only where asked. */
const SIGN_IN_NOW = { max_age: '0', claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }) } as const;

/** What a provider vouches for. */
export type VerifiedIdentity = {
  readonly provider: ProviderName;
  readonly label: string;
  readonly issuer: string;
  readonly subject: string;
  /** In its normal form; null where it sent none that can be used. */
  readonly email: string | null;
  /** Whether the provider says that the address is this person's (docs/threat-model.md#a18). */
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
};

/** Secrets of one visit at a provider. */
export type VisitSecrets = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

export type OidcClient = ReturnType<typeof createOidcClient>;

/** Authorisation code with PKCE, state and nonce at the configured providers (docs/threat-model.md#a17). */
export function createOidcClient({ signInProviders, publicUrl }: Pick<Config, 'signInProviders' | 'publicUrl'>) {
  const configurations = createSharedWork<oidc.Configuration>('unless it fails');

  function providerOf(name: string): SignInProvider {
    const provider = signInProviders.find((one) => one.name === name);
    if (provider === undefined) throw new AppError('invalid', 'This installation has no such provider.');
    return provider;
  }

  /** Reads the provider's description once; a failure is not kept. */
  async function configurationOf(provider: SignInProvider): Promise<oidc.Configuration> {
    try {
      return await configurations(() => discover(provider), provider.name);
    } catch {
      throw new AppError('unavailable', `${provider.label} cannot be reached. Try again in a moment.`, 5);
    }
  }

  const callbackUrl = (name: string): string => `${publicUrl}/api/auth/callback/${name}`;

  return {
    providerOf,
    /** The address at which the reader signs in at the provider. */
    async begin(name: string, { state, nonce, codeVerifier }: VisitSecrets, isConfirmation: boolean): Promise<string> {
      const provider = providerOf(name);
      const configuration = await configurationOf(provider);
      // Google refuses `login` and goes by `max_age` alone.
      const prompt = provider.name === 'google' || !isConfirmation ? 'select_account' : 'login';
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl(name),
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(provider.name === 'oidc' && !isConfirmation ? {} : { prompt }),
        ...(isConfirmation ? SIGN_IN_NOW : {}),
      });
      return url.href;
    },
    /**
     * Who came back. Throws `AppError('invalid')` unless everything about the answer is as it must be; with `maxAge` the
     * provider has to say that they signed in there within so many seconds.
     */
    async finish(
      name: string,
      query: URLSearchParams,
      { state, nonce, codeVerifier, maxAge }: VisitSecrets & { readonly maxAge?: number },
    ): Promise<VerifiedIdentity> {
      const provider = providerOf(name);
      const configuration = await configurationOf(provider);
      const url = new URL(`${callbackUrl(name)}?${query}`);
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
          ...(maxAge === undefined ? {} : { maxAge }),
        });
        return identityOf(provider, tokens.claims());
      } catch (error) {
        if (error instanceof AppError) throw error;
        if (maxAge !== undefined && isAboutSignInTime(error)) throw notFresh(provider);
        throw new AppError('invalid', `The answer of ${provider.label} could not be verified. Start again.`);
      }
    },
  };
}

/** Whether an answer was refused because the time of the sign-in is missing in it, or is too long ago. */
const isAboutSignInTime = (error: unknown): boolean =>
  error instanceof Error &&
  (/\bauth_time\b/.test(error.message) ||
    /last End-User authentication/.test(error.message) ||
    isAboutSignInTime(error.cause));

const notFresh = ({ label }: SignInProvider) =>
  new AppError(
    'invalid',
    `${label} does not say that you signed in there just now, so this confirms nothing. Log out, sign in again, and repeat what you were about to do.`,
  );

function discover({ issuer, clientId, clientSecret }: SignInProvider): Promise<oidc.Configuration> {
  const options = {
    timeout: TIMEOUT_SECONDS,
    // Signatures are checked although the token comes from the provider itself: a stolen connection is not enough.
    execute: [oidc.enableNonRepudiationChecks, ...(isLoopback(issuer) ? [oidc.allowInsecureRequests] : [])],
  };
  return oidc.discovery(
    new URL(issuer),
    clientId,
    { id_token_signed_response_alg: 'RS256' },
    sendSecret(clientSecret),
    options,
  );
}

/** In the body where the provider takes it there, else in the header. */
function sendSecret(clientSecret: string): oidc.ClientAuth {
  const [post, basic] = [oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasicOnly = methods.includes('client_secret_basic') && !methods.includes('client_secret_post');
    return (isBasicOnly ? basic : post)(server, client, body, headers);
  };
}

function identityOf(provider: SignInProvider, claims: oidc.IDToken | undefined): VerifiedIdentity {
  if (claims === undefined) throw new AppError('invalid', `${provider.label} did not say who you are. Start again.`);
  const email = typeof claims.email === 'string' ? emailKey(claims.email) : null;
  return {
    provider: provider.name,
    label: provider.label,
    issuer: claims.iss,
    subject: claims.sub,
    email,
    isEmailVerified: email !== null && vouchesFor(provider.name, claims, email),
    firstName: nameIn(claims.given_name ?? claims.name),
    lastName: claims.given_name === undefined ? '' : nameIn(claims.family_name),
  };
}

/** Any tenant of Microsoft can put any address into `email`: only its own checks of the domain count (CVE-2024-21632). */
function vouchesFor(name: ProviderName, claims: oidc.IDToken, email: string): boolean {
  if (name !== 'microsoft') return claims.email_verified === true;
  const verified = claims.verified_primary_email;
  return (
    [true, 1, '1', 'true'].some((yes) => claims.xms_edov === yes) ||
    (Array.isArray(verified) && verified.some((one) => typeof one === 'string' && emailKey(one) === email))
  );
}

/** Nobody can be asked to type it anew: what cannot be seen is left out, as of names that are typed. */
const nameIn = (claim: unknown): string =>
  typeof claim === 'string' ? [...visibleText(claim)].slice(0, 60).join('').trim() : '';
