import type { FastifyRequest } from 'fastify';
import { callerOf } from './access-guard.ts';
import { AppError } from './app-error.ts';

/** Demo accounts are shared by all visitors, so no caller may change them (docs/threat-model.md#a20). */
export function refuseDemoAccount(request: FastifyRequest): void {
  if (callerOf(request).isDemo)
    throw new AppError('forbidden', 'This is a demo account: it cannot be changed.', undefined, 'demo_account');
}
