import { type CurrentUser, currentUser, logout } from '#contract/auth.ts';
import { request } from '../../lib/api-client.ts';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { keepingChoices } from '../../lib/lasting-choices.ts';
import { readToken, storeToken, storeUser } from '../../lib/session.ts';

let ending: Promise<void> = Promise.resolve();

/** Whose token this page has begun a session with: the server has just said who that is. */
let begun: string | null = null;

/** Asks who is signed in and keeps the answer under `user`. */
export async function loadCurrentUser(token: string | null = readToken()): Promise<CurrentUser> {
  const user = await request(currentUser, { token });
  if (token === readToken()) storeUser(user);
  return user;
}

/** Begins the session of a token: asks whose it is first, so that a refused one leaves nothing behind. */
export async function beginSession(token: string): Promise<CurrentUser> {
  const user = await request(currentUser, { token });
  await ending;
  storeToken(token);
  storeUser(user);
  begun = token;
  return user;
}

/** Whether the stored user is what the server has just said; true once a session. */
export function isUserNew(): boolean {
  const isNew = begun !== null && begun === readToken();
  begun = null;
  return isNew;
}

/**
 * Ends a session on the server, even if the reader closes the page at once; a server that is away ends it by itself later.
 * The answer empties this origin's storage, so a new session waits for it.
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
