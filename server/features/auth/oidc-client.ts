import * as oidc from 'openid-client';
import type { ProviderName } from '#contract/auth.ts';
import { emailKey } from '#domain/email.ts';
import { visibleText } from '#domain/plain-text.ts';
import type { Config } from '../../config/config.ts';
import { isLoopback, type SignInProvider } from '../../config/sign-in-providers.ts';
import { AppError } from '../../http/app-error.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';

const TIMEOUT_SECONDS = 5;

/**
 * Parameters that request a new sign-in even if a session is active at the provider, and the sign-in time in the token.
 * Some providers send the time only on request.
 */
const SIGN_IN_NOW = { max_age: '0', claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }) } as const;

/** An identity that a provider has confirmed. */
export type VerifiedIdentity = {
  readonly provider: ProviderName;
  readonly label: string;
  readonly issuer: string;
  readonly subject: string;
  /** Normalized address; null if the provider sent no usable address. */
  readonly email: string | null;
  /** Whether the provider confirms that the address belongs to this person (docs/threat-model.md#a18). */
  readonly isEmailVerified: boolean;
  /** The organization's domain according to Google; null for other providers and private accounts. */
  readonly hostedDomain: string | null;
  readonly firstName: string;
  readonly lastName: string;
};

/** The secrets of one visit at a provider. */
export type VisitSecrets = { readonly state: string; readonly nonce: string; readonly codeVerifier: string };

export type OidcClient = ReturnType<typeof createOidcClient>;

/**
 * Creates a client for the authorization code flow with PKCE, state and nonce at the configured providers
 * (docs/threat-model.md#a17).
 */
export function createOidcClient({ signInProviders, publicUrl }: Pick<Config, 'signInProviders' | 'publicUrl'>) {
  const configurations = createSingleFlight<oidc.Configuration>('unless it fails');

  function providerOf(name: string): SignInProvider {
    const provider = signInProviders.find((one) => one.name === name);
    if (provider === undefined) throw new AppError('invalid', 'Sign-in provider not found.');
    return provider;
  }

  /** Reads the provider's discovery document once. A failure is not cached. */
  async function configurationOf(provider: SignInProvider): Promise<oidc.Configuration> {
    try {
      return await configurations(() => discover(provider), provider.name);
    } catch {
      throw new AppError('unavailable', `${provider.label} can’t be reached. Try again in a moment.`, 5);
    }
  }

  const callbackUrl = (name: string): string => `${publicUrl}/api/auth/callback/${name}`;

  return {
    providerOf,
    /** Returns the provider's sign-in URL for this visit. */
    async begin(name: string, { state, nonce, codeVerifier }: VisitSecrets, isConfirmation: boolean): Promise<string> {
      const provider = providerOf(name);
      const configuration = await configurationOf(provider);
      // Google refuses `login` and only honors `max_age`.
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
     * Returns the returning person's identity. Throws `AppError('invalid')` unless every part of the response is
     * valid. With `maxAge`, the provider has to confirm a sign-in within that number of seconds.
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
        throw new AppError('invalid', `The response from ${provider.label} couldn’t be verified. Start again.`);
      }
    },
  };
}

/** Whether a response was refused because its sign-in time is missing or too old. */
const isAboutSignInTime = (error: unknown): boolean =>
  error instanceof Error &&
  (/\bauth_time\b/.test(error.message) ||
    /last End-User authentication/.test(error.message) ||
    isAboutSignInTime(error.cause));

const notFresh = ({ label }: SignInProvider) =>
  new AppError(
    'invalid',
    `${label} didn’t confirm that you signed in there just now. Sign out here, sign in again, and repeat the action.`,
  );

function discover({ issuer, clientId, clientSecret }: SignInProvider): Promise<oidc.Configuration> {
  const options = {
    timeout: TIMEOUT_SECONDS,
    // Verifies signatures although the token is received directly from the provider, so that hijacking the connection
    // is not enough to forge a token.
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

/** Sends the client secret in the body, or in the header if the provider does not accept it in the body. */
function sendSecret(clientSecret: string): oidc.ClientAuth {
  const [post, basic] = [oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasicOnly = methods.includes('client_secret_basic') && !methods.includes('client_secret_post');
    return (isBasicOnly ? basic : post)(server, client, body, headers);
  };
}

function identityOf(provider: SignInProvider, claims: oidc.IDToken | undefined): VerifiedIdentity {
  if (claims === undefined)
    throw new AppError('invalid', `${provider.label} didn’t return your identity. Start again.`);
  const email = typeof claims.email === 'string' ? emailKey(claims.email) : null;
  return {
    provider: provider.name,
    label: provider.label,
    issuer: claims.iss,
    subject: claims.sub,
    email,
    isEmailVerified: email !== null && vouchesFor(provider.name, claims, email),
    hostedDomain: typeof claims.hd === 'string' ? claims.hd.toLowerCase() : null,
    firstName: nameIn(claims.given_name ?? claims.name),
    lastName: claims.given_name === undefined ? '' : nameIn(claims.family_name),
  };
}

/**
 * Whether the provider's claims prove the address. Any Microsoft tenant can put any address into `email`, so for
 * Microsoft, only its own checks of the domain count (CVE-2024-21632).
 */
function vouchesFor(name: ProviderName, claims: oidc.IDToken, email: string): boolean {
  if (name !== 'microsoft') return claims.email_verified === true;
  const verified = claims.verified_primary_email;
  return (
    [true, 1, '1', 'true'].some((yes) => claims.xms_edov === yes) ||
    (Array.isArray(verified) && verified.some((one) => typeof one === 'string' && emailKey(one) === email))
  );
}

/**
 * Cleans a name. The person cannot retype the name here, so invisible characters are removed instead of refused, and a
 * long name is cut.
 */
const nameIn = (claim: unknown): string =>
  typeof claim === 'string' ? [...visibleText(claim)].slice(0, 60).join('').trim() : '';
