import type { FastifyRequest } from 'fastify';
import { callerOf } from './access-guard.ts';
import { AppError } from './app-error.ts';

/**
 * For a dangerous act: the caller must have given the password or second factor within FRESH_LOGIN_MINUTES, else 401 with
 * the code `fresh_login`. The web client asks for it and repeats the call by itself.
 */
export function requireFreshLogin(request: FastifyRequest): void {
  if (callerOf(request).isFresh) return;
  throw new AppError('unauthenticated', 'Confirm that it is you.', undefined, 'fresh_login');
}
