import {
  type CurrentUser,
  currentUser,
  exchangeCode,
  type LoginAnswer,
  login,
  type ProviderName,
} from '#contract/auth.ts';
import { linkIdentity, visitProvider } from '#contract/identities.ts';
import { beginPasskeyConfirmation, beginPasskeySignIn, signInByPasskey } from '#contract/passkeys.ts';
import * as registration from '#contract/registration.ts';
import { enterSecondFactor } from '#contract/second-factor.ts';
import { type ConfirmRequest, confirmSession } from '#contract/sessions.ts';
import { type PublicConfig, publicConfig } from '#contract/site.ts';
import { request } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { clearSession } from '../../lib/session.ts';
import { signWithPasskey } from '../../lib/use-passkey.ts';
import { authApiStrings as strings } from './auth-strings.ts';
import { beginSession } from './session-api.ts';

/** The message for every rejection that the server does not explain (docs/specification.md#validation). */
export const LOGIN_REFUSED = strings.loginRefused;

/** The result of a sign-in step: a session has started, or the second factor is still needed. */
export type SignInStep = { readonly kind: 'done' } | ({ readonly kind: 'code' } & SecondStepTask);

/** The second step of a sign-in. If `hasPasskey` is true, this step also accepts a passkey. */
export type SecondStepTask = { readonly challenge: string; readonly hasPasskey: boolean };

/**
 * Returns the next step after a login response, and starts the session if sign-in is complete. Throws `ApiError` if the
 * server rejected the sign-in.
 */
async function stepOf({ status, data, challenge, passkey = false }: LoginAnswer): Promise<SignInStep> {
  if (challenge !== undefined) return { kind: 'code', challenge, hasPasskey: passkey };
  if (!status || !data) throw new ApiError(401, LOGIN_REFUSED);
  await beginSession(data);
  return { kind: 'done' };
}

/** Signs in. Rejects with an `ApiError` whose text is for the form's alert. */
export const signIn = async (credentials: { email: string; password: string }): Promise<SignInStep> =>
  stepOf(await request(login, { body: credentials, token: null }));

/** Completes the second step with an authenticator app's code or a recovery code. */
export const enterCode = async (challenge: string, code: string): Promise<SignInStep> =>
  stepOf(await request(enterSecondFactor, { body: { challenge, code }, token: null }));

/** Completes the second step with one of the account's passkeys. */
export async function enterPasskey(challenge: string): Promise<SignInStep> {
  const passkey = await signWithPasskey(await request(beginPasskeySignIn, { body: { challenge }, token: null }));
  return stepOf(await request(enterSecondFactor, { body: { challenge, passkey }, token: null }));
}

/** Signs in with a passkey alone. */
export async function signInWithPasskey(): Promise<SignInStep> {
  const passkey = await signWithPasskey(await request(beginPasskeySignIn, { body: {}, token: null }));
  return stepOf(await request(signInByPasskey, { body: { passkey }, token: null }));
}

/** Returns the provider's URL where the user signs in. */
export async function addressAtProvider(provider: ProviderName, from: string | undefined): Promise<string> {
  const body = from === undefined ? { provider } : { provider, from };
  const { redirect } = await request(login, { body, token: null });
  if (redirect === undefined) throw new ApiError(400, LOGIN_REFUSED);
  return redirect;
}

/** Links a provider to the account that has this password, and signs in. */
export const linkProvider = async (linkRequest: string, password: string): Promise<SignInStep> =>
  stepOf(await request(linkIdentity, { body: { request: linkRequest, password }, token: null }));

/** Exchanges a one-time code for a session or the second step, after the user has confirmed with a click. */
export const enterByCode = async (code: string): Promise<SignInStep> => stepOf(await exchange(code, true));

/**
 * Exchanges a one-time code for a session. Without `confirm`, the response may only name the code's account
 * (docs/threat-model.md#b5).
 */
export const exchange = (code: string, confirm: boolean) =>
  request(exchangeCode, { body: { code, confirm }, token: null });

/** Returns the user for a session token from the URL, without starting the session. */
export const userOfToken = (token: string): Promise<CurrentUser> => request(currentUser, { token });

/** Confirms the user's identity before a dangerous action. */
export const confirmWith = (proof: ConfirmRequest) => request(confirmSession, { body: proof });

/** Confirms the user's identity with one of the account's passkeys. */
export const confirmWithPasskey = async () =>
  confirmWith({ passkey: await signWithPasskey(await request(beginPasskeyConfirmation)) });

/** Returns the provider's URL for a fresh sign-in. The provider then redirects the browser to the password page. */
export const addressToConfirm = async (provider: ProviderName): Promise<string> =>
  (await request(visitProvider, { body: { provider, purpose: 'confirm', from: '/app/password' } })).redirect;

/**
 * Registers an account. The response does not reveal whether the email address already has an account
 * (docs/threat-model.md#a3).
 */
export const register = (body: { email: string; password: string }) =>
  request(registration.signUp, { body, token: null });

export const verifyEmail = (body: { token: string }) => request(registration.verifyEmail, { body, token: null });

export const sendResetMail = (body: { email: string }) =>
  request(registration.sendPasswordReset, { body, token: null });

/** Sets a new password. This ends all of the account's sessions, so it also clears the session in this browser. */
export async function resetPassword(body: { token: string; password: string }): Promise<void> {
  await request(registration.resetPassword, { body, token: null });
  clearSession();
}

/** Fetches the installation's public settings, which include the demo accounts for the login page. */
export const fetchPublicConfig = (signal: AbortSignal): Promise<PublicConfig> =>
  request(publicConfig, { signal, token: null });
