import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken, randomToken } from '../../lib/random-token.ts';

const SECONDS = 15 * 60;

/**
 * A mark in a cookie that binds a visit at a provider to the browser that began it: what comes back in another browser is
 * refused (docs/threat-model.md#a17). Lax, since the provider leads back from elsewhere; it signs nobody in by itself.
 */
export function createBrowserMark(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-vb-visit' : 'vb-visit';
  const read = ({ headers }: FastifyRequest): string | undefined =>
    new RegExp(`(?:^|; )${name}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1];
  return {
    /** Marks the browser, for a while, and answers the hash to be stored. */
    set(request: FastifyRequest, reply: FastifyReply): string {
      const mark = read(request) ?? randomToken();
      const attributes = `Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
      reply.header('Set-Cookie', `${name}=${mark}; ${attributes}`);
      return hashToken(mark);
    },
    /** Whether it is the browser of that hash. */
    fits(request: FastifyRequest, hash: string | null): boolean {
      const mark = read(request);
      return hash !== null && mark !== undefined && hashToken(mark) === hash;
    },
  };
}

export type BrowserMark = ReturnType<typeof createBrowserMark>;
