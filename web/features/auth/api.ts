import { type CurrentUser, currentUser, exchangeCode, login, logout } from '#contract/auth.ts';
import * as registration from '#contract/registration.ts';
import { type ConfirmRequest, confirmSession } from '#contract/sessions.ts';
import { type PublicConfig, publicConfig } from '#contract/site.ts';
import { request } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { clearSession, readToken, storeToken, storeUser } from '../../lib/session.ts';

/** The message for whatever the server does not explain (specification section 5). */
export const LOGIN_REFUSED = 'Something was wrong. Try again';

/** Asks who is signed in and keeps the answer under `user`. */
export async function loadCurrentUser(token: string | null = readToken()): Promise<CurrentUser> {
  const user = await request(currentUser, { token });
  if (token === readToken()) storeUser(user);
  return user;
}

/** Begins the session of a token: asks whose it is first, so that a refused one leaves nothing behind. */
export async function beginSession(token: string): Promise<CurrentUser> {
  const user = await request(currentUser, { token });
  storeToken(token);
  storeUser(user);
  return user;
}

/** Signs in. Throws `ApiError` with the text for the form's alert. */
export async function signIn(credentials: { email: string; password: string }): Promise<CurrentUser> {
  const { status, data } = await request(login, { body: credentials, token: null });
  if (!status || !data) throw new ApiError(401, LOGIN_REFUSED);
  return beginSession(data);
}

/** Swaps a one-time code for a session; without `confirm` the answer may only say whose code it is (security B5). */
export const exchange = (code: string, confirm: boolean) =>
  request(exchangeCode, { body: { code, confirm }, token: null });

/** Asks whose session a token from the address opens, without beginning it. */
export const userOfToken = (token: string): Promise<CurrentUser> => request(currentUser, { token });

/** Ends a session on the server, even if the reader closes the page at once; a server that is away ends it by itself later. */
export async function endSession(token: string | null): Promise<void> {
  if (!HAS_BACKEND || token === null) return;
  await request(logout, { token, isLasting: true }).catch(() => {});
}

/** Proves again that it is the reader, for a dangerous act. */
export const confirmWith = (proof: ConfirmRequest) => request(confirmSession, { body: proof });

/** Registers; the answer is the same whether the address has an account or not (security A3). */
export const register = (body: { email: string; password: string }) =>
  request(registration.signUp, { body, token: null });

export const verifyEmail = (body: { token: string }) => request(registration.verifyEmail, { body, token: null });

export const sendResetMail = (body: { email: string }) =>
  request(registration.sendPasswordReset, { body, token: null });

/** Sets a new password. All sessions of its account have ended then, so one that this browser holds is forgotten. */
export async function resetPassword(body: { token: string; password: string }): Promise<void> {
  await request(registration.resetPassword, { body, token: null });
  clearSession();
}

/** The installation's public settings; the login page needs the demo accounts. */
export const fetchPublicConfig = (signal: AbortSignal): Promise<PublicConfig> =>
  request(publicConfig, { signal, token: null });
