import type { FastifyRequest } from 'fastify';
import { callerOf } from './access-guard.ts';
import { AppError } from './app-error.ts';

/**
 * For a dangerous act, the caller must have given the password or second factor within FRESH_LOGIN_MINUTES. Otherwise
 * throws 401 with the code `fresh_login`. The web client asks for it and repeats the call automatically. Endpoints that
 * always need it declare `stepUp`. A handler calls this only where the need depends on the request.
 */
export function requireFreshLogin(request: FastifyRequest): void {
  const { isFresh, token } = callerOf(request);
  if (isFresh) return;
  // A program cannot give the password.
  if (token !== null) throw new AppError('forbidden', 'An API token cannot do this. Sign in to do it yourself.');
  throw new AppError('unauthenticated', 'Confirm that it is you.', undefined, 'fresh_login');
}

/**
 * The guard of endpoints that declare `stepUp`. It runs after validation, so that a malformed request does not cause a
 * password prompt. API tokens pass. Their scope was checked, and a token that writes money takes two administrators to
 * make.
 */
export async function stepUpGuard(request: FastifyRequest): Promise<void> {
  if (callerOf(request).token === null) requireFreshLogin(request);
}
