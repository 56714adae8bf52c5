import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/**
 * Headers that a request may have only once. If one is repeated, a proxy and this server might each use a different
 * value.
 */
const SINGLE = new Set(['host', 'authorization', 'content-type', 'content-length', 'transfer-encoding']);
/** A name or IPv4 address, or an IPv6 address in brackets, with an optional port. */
const HOST = /^(?:[a-z0-9._-]*|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;

/**
 * Refuses requests whose host is missing, repeated or malformed (RFC 9112, 3.2), and requests that repeat another
 * single header.
 */
export function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { host } = raw.headers;
    const isHostGood = host === undefined ? raw.httpVersion === '1.0' : HOST.test(host);
    if (isHostGood && !hasRepeated(raw.rawHeaders)) return;
    reply.header('Connection', 'close');
    throw new AppError('invalid', 'The request could not be read.');
  });
}

function hasRepeated(rawHeaders: readonly string[]): boolean {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}
