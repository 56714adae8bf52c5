import type { FastifyRequest } from 'fastify';
import { callerOf } from './access-guard.ts';
import { AppError } from './app-error.ts';

/**
 * For a dangerous act: the caller must have given the password or second factor within FRESH_LOGIN_MINUTES, else 401 with
 * the code `fresh_login`. The web client asks for it and repeats the call by itself.
 */
export function requireFreshLogin(request: FastifyRequest): void {
  const { isFresh, token } = callerOf(request);
  if (isFresh) return;
  // Nobody is there who could give the password.
  if (token !== null)
    throw new AppError('forbidden', 'An API token cannot do this: it needs somebody who has just signed in.');
  throw new AppError('unauthenticated', 'Confirm that it is you.', undefined, 'fresh_login');
}
