import type { FastifyRequest } from 'fastify';
import { callerOf } from './access-guard.ts';

/**
 * Returns the caller as recorded in the audit log. An administrator viewing as another user remains the actor. The name
 * of a token follows the name of its owner.
 */
export function authorOf(request: FastifyRequest): { actorId: string; actor: string; ip: string } {
  const { userId, email, viewer, token } = callerOf(request);
  const { ip } = request;
  if (token !== null) return { actorId: userId, actor: `${email} (token ${token.name})`, ip };
  if (viewer === null) return { actorId: userId, actor: email, ip };
  return { actorId: viewer.id, actor: `${viewer.email} (viewing as ${email})`, ip };
}
