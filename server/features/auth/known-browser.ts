import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'vb-known';
const YEAR_SECONDS = 365 * 86_400;

/** A mark in a cookie that says "this browser signed in to these accounts before". It signs nobody in. */
export function createKnownBrowser(secret: string, secure: boolean) {
  const markOf = (userId: string) =>
    createHmac('sha256', secret).update(`known-browser:${userId}`).digest('base64url').slice(0, 32);
  const marksIn = (request: FastifyRequest): string[] =>
    new RegExp(`(?:^|; )${COOKIE}=([A-Za-z0-9_.-]{1,400})`).exec(request.headers.cookie ?? '')?.[1]?.split('.') ?? [];
  return {
    knows: (request: FastifyRequest, userId: string): boolean => {
      const mark = Buffer.from(markOf(userId));
      return marksIn(request).some((sent) => sent.length === mark.length && timingSafeEqual(Buffer.from(sent), mark));
    },
    remember: (request: FastifyRequest, reply: FastifyReply, userId: string): void => {
      const mark = markOf(userId);
      const marks = [mark, ...marksIn(request).filter((sent) => sent !== mark)].slice(0, 5).join('.');
      const attributes = `Path=/api; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
      reply.header('Set-Cookie', `${COOKIE}=${marks}; ${attributes}`);
    },
  };
}
