import type { FastifyRequest } from 'fastify';
import { callerOf } from './access-guard.ts';
import { AppError } from './app-error.ts';

/** Throws for demo accounts, which no caller may change because all visitors share them (docs/threat-model.md#a20). */
export function refuseDemoAccount(request: FastifyRequest): void {
  if (callerOf(request).isDemo)
    throw new AppError('forbidden', 'Demo accounts can’t be changed.', undefined, 'demo_account');
}
