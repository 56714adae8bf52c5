import { type CurrentUser, currentUser, logout } from '#contract/auth.ts';
import { request } from '../../lib/api-client.ts';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { keepingChoices } from '../../lib/lasting-choices.ts';
import { readToken, storeToken, storeUser } from '../../lib/session.ts';

let ending: Promise<void> = Promise.resolve();

/**
 * The token of the session that this page has started, and whose user the server has just returned. Null if there is
 * none.
 */
let begun: string | null = null;

/** Fetches the signed-in user from the server and stores it. Does not store it if the session has changed meanwhile. */
export async function loadCurrentUser(token: string | null = readToken()): Promise<CurrentUser> {
  const user = await request(currentUser, { token });
  if (token === readToken()) storeUser(user);
  return user;
}

/** Starts a session with a token. Fetches its user first, so that nothing is stored for a rejected token. */
export async function beginSession(token: string): Promise<CurrentUser> {
  const user = await request(currentUser, { token });
  await ending;
  storeToken(token);
  storeUser(user);
  begun = token;
  return user;
}

/** Whether the server has just returned the stored user. True only once per session. */
export function isUserNew(): boolean {
  const isNew = begun !== null && begun === readToken();
  begun = null;
  return isNew;
}

/**
 * Ends a session on the server, even if the user closes the page immediately. If the server is unreachable, the session
 * expires later. The response clears this origin's storage, so a new session waits for that response.
 */
export function endSession(token: string | null): Promise<void> {
  if (!HAS_BACKEND || token === null) return Promise.resolve();
  ending = keepingChoices(() =>
    request(logout, { token, isLasting: true }).then(
      () => undefined,
      () => undefined,
    ),
  );
  return ending;
}
