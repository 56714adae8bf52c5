import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'vb-known';
const YEAR_SECONDS = 365 * 86_400;

/** Random bytes that tell the browsers of an account apart, and those of the proof, as base64url. */
const ID_BYTES = 9;
const PROOF_CHARACTERS = 32;

/** A mark in a cookie that says "this browser signed in to this account before". It signs nobody in. */
export function createKnownBrowser(secret: string, secure: boolean) {
  const proofOf = (userId: string, id: string) =>
    createHmac('sha256', secret).update(`known-browser:${userId}:${id}`).digest('base64url').slice(0, PROOF_CHARACTERS);
  const marksIn = (request: FastifyRequest): string[] =>
    new RegExp(`(?:^|; )${COOKIE}=([A-Za-z0-9_.-]{1,400})`).exec(request.headers.cookie ?? '')?.[1]?.split('.') ?? [];
  const idIn = (mark: string): string => mark.slice(0, -PROOF_CHARACTERS);

  function belongsTo(mark: string, userId: string): boolean {
    const proof = Buffer.from(proofOf(userId, idIn(mark)));
    const sent = Buffer.from(mark.slice(-PROOF_CHARACTERS));
    return sent.length === proof.length && timingSafeEqual(sent, proof);
  }

  return {
    /** What tells this browser of the account from its others; null for one that never signed in to it. */
    find(request: FastifyRequest, userId: string): string | null {
      const mark = marksIn(request).find((sent) => belongsTo(sent, userId));
      return mark === undefined ? null : idIn(mark);
    },
    remember(request: FastifyRequest, reply: FastifyReply, userId: string): void {
      const present = marksIn(request);
      const own = present.find((sent) => belongsTo(sent, userId));
      const id = randomBytes(ID_BYTES).toString('base64url');
      const mark = own ?? `${id}${proofOf(userId, id)}`;
      const marks = [mark, ...present.filter((sent) => sent !== mark)].slice(0, 5).join('.');
      const attributes = `Path=/api; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
      reply.header('Set-Cookie', `${COOKIE}=${marks}; ${attributes}`);
    },
  };
}
