import type { FastifyRequest } from 'fastify';
import { callerOf } from './access-guard.ts';

/** Who makes this call, as the audit log names them. */
export function authorOf(request: FastifyRequest): { actorId: string; actor: string; ip: string } {
  const { userId, email } = callerOf(request);
  return { actorId: userId, actor: email, ip: request.ip };
}
