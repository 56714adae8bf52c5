import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken, randomToken } from '../../lib/random-token.ts';

const SECONDS = 15 * 60;

/**
 * Creates a cookie that binds a visit at a provider to the browser that began it. A response in another browser is
 * refused (docs/threat-model.md#a17). The cookie is `Lax`, because the provider redirects from another site. It does
 * not authenticate.
 */
export function createBrowserMark(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-vb-visit' : 'vb-visit';
  const read = ({ headers }: FastifyRequest): string | undefined =>
    new RegExp(`(?:^|; )${name}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1];
  return {
    /** Sets the cookie for a limited time and returns the hash to store. */
    set(request: FastifyRequest, reply: FastifyReply): string {
      const mark = read(request) ?? randomToken();
      const attributes = `Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
      reply.header('Set-Cookie', `${name}=${mark}; ${attributes}`);
      return hashToken(mark);
    },
    /** Whether the request comes from the browser whose cookie has this hash. */
    fits(request: FastifyRequest, hash: string | null): boolean {
      const mark = read(request);
      return hash !== null && mark !== undefined && hashToken(mark) === hash;
    },
  };
}

export type BrowserMark = ReturnType<typeof createBrowserMark>;
