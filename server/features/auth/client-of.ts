import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { createKnownBrowser, resetMark } from '../../sign-in/known-browser.ts';
import type { Client, Entered } from './sign-in.ts';

/** Identifies the client of a request, and controls what its browser remembers of a sign-in. */
export function createClients(config: Pick<Config, 'keys' | 'publicUrl'>) {
  const browsers = createKnownBrowser(config);
  return {
    of: (request: FastifyRequest): Client => ({
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      knownBrowser: (userId) => browsers.find(request, userId),
      resetBrowser: (userId) => browsers.find(request, resetMark(userId)),
    }),
    /** Sends the sign-in response. A completed sign-in marks the browser as known to the account. */
    answer(request: FastifyRequest, reply: FastifyReply, { answer, userId }: Entered): Entered['answer'] {
      if (userId !== null) browsers.remember(request, reply, userId);
      return answer;
    },
  };
}
