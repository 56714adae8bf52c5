import type { FastifyRequest } from 'fastify';
import { callerOf } from './access-guard.ts';

/** Who makes this call, as the audit log names them: an administrator who views as somebody else remains the one who acts. */
export function authorOf(request: FastifyRequest): { actorId: string; actor: string; ip: string } {
  const { userId, email, viewer } = callerOf(request);
  const { ip } = request;
  if (viewer === null) return { actorId: userId, actor: email, ip };
  return { actorId: viewer.id, actor: `${viewer.email} (viewing as ${email})`, ip };
}
