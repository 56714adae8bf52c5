import { useSyncExternalStore } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { storedText } from './stored-text.ts';
import { forgetViewing, storeViewUser, viewToken, viewUser } from './viewing.ts';

/** Local storage keys, fixed by docs/specification.md#entities. */
const TOKEN_KEY = 'token';
const USER_KEY = 'user';

const listeners = new Set<() => void>();
const announce = (): void => {
  for (const listener of listeners) listener();
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the payload of a JSON web token, without verification; null if the text is not a token. */
export function decodeToken(token: string): Record<string, unknown> | null {
  const [, payload, signature, ...more] = token.split('.');
  if (!payload || !signature || more.length > 0) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const claims = parsed(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims)
      ? (claims as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/**
 * Returns the stored token if it decodes and has not expired, else null. That is enough for the first paint
 * (docs/threat-model.md#b2).
 */
export function readToken(): string | null {
  const token = viewToken() ?? storedText(TOKEN_KEY);
  const claims = token === null ? null : decodeToken(token);
  if (!claims) return null;
  const expired = typeof claims.exp === 'number' && claims.exp * 1000 <= Date.now();
  return expired ? null : token;
}

/**
 * Checks the fields that every page needs. A user stored by an older version is then fetched again instead of breaking
 * the page.
 */
function isUser(value: unknown): value is CurrentUser {
  const { avatar, email, firstName, role } = (value ?? {}) as Partial<Record<keyof CurrentUser, unknown>>;
  return Array.isArray(avatar) && [email, firstName, role].every((text) => typeof text === 'string');
}

let lastText: string | null = null;
let lastUser: CurrentUser | null = null;

/**
 * Returns the stored user, for layout only. The server decides on every request based on the role that it has on record
 * (docs/threat-model.md#b1).
 */
export function readUser(): CurrentUser | null {
  const text = viewToken() === null ? storedText(USER_KEY) : viewUser();
  if (text !== lastText) {
    const value = text === null ? null : parsed(text);
    lastText = text;
    lastUser = isUser(value) ? value : null;
  }
  return lastUser;
}

export function storeToken(token: string): void {
  forgetViewing();
  localStorage.setItem(TOKEN_KEY, token);
  announce();
}

export function storeUser(user: CurrentUser): void {
  if (viewToken() === null) localStorage.setItem(USER_KEY, JSON.stringify(user));
  else storeViewUser(JSON.stringify(user));
  announce();
}

/**
 * Deletes the token and user, and notifies listeners. In a tab that views as another user, this only ends that view,
 * and the administrator's own session becomes active again.
 */
export function clearSession(): void {
  const isViewing = viewToken() !== null;
  forgetViewing();
  if (!isViewing) forgetOwnSession();
  announce();
}

function forgetOwnSession(): void {
  try {
    localStorage.removeItem(TOKEN_KEY);
    localStorage.removeItem(USER_KEY);
  } catch {
    // If storage is blocked, there is no session to delete.
  }
}

/**
 * Calls `listener` on sign-in, sign-out and user changes, in this tab and others. Returns a function that unsubscribes.
 */
export function onSessionChange(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === null || event.key === TOKEN_KEY || event.key === USER_KEY) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Returns the stored user; null before the server's first response and after sign-out. */
export const useCurrentUser = (): CurrentUser | null => useSyncExternalStore(onSessionChange, readUser);
