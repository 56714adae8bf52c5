import type { FastifyRequest } from 'fastify';
import { callerOf } from './access-guard.ts';
import { AppError } from './app-error.ts';

/**
 * Requires that the caller entered the password or second factor within FRESH_LOGIN_MINUTES. Otherwise throws 401 with
 * the code `fresh_login`, so that the web client asks for one of these and repeats the call automatically. Endpoints
 * that always require a fresh login declare `stepUp`. Call this function in a handler only if the requirement depends
 * on the request.
 */
export function requireFreshLogin(request: FastifyRequest): void {
  const { isFresh, token } = callerOf(request);
  if (isFresh) return;
  // A program can't enter the password.
  if (token !== null) throw new AppError('forbidden', 'API tokens can’t do this. Sign in to do it.');
  throw new AppError('unauthenticated', 'Confirm that it’s you.', undefined, 'fresh_login');
}

/**
 * Requires a fresh login, as the guard for endpoints that declare `stepUp`. The guard runs after validation, so that a
 * malformed request does not cause a password prompt. API tokens pass: their scope was checked, and creating a token
 * that can write money takes two administrators.
 */
export async function stepUpGuard(request: FastifyRequest): Promise<void> {
  if (callerOf(request).token === null) requireFreshLogin(request);
}
