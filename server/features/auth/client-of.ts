import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { createKnownBrowser, resetMark } from '../../sign-in/known-browser.ts';
import type { Client, Entered } from './sign-in.ts';

/** Creates helpers that identify a request's client and control what its browser remembers about a sign-in. */
export function createClients(config: Pick<Config, 'keys' | 'publicUrl'>) {
  const browsers = createKnownBrowser(config);
  return {
    of: (request: FastifyRequest): Client => ({
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      knownBrowser: (userId) => browsers.find(request, userId),
      resetBrowser: (userId) => browsers.find(request, resetMark(userId)),
    }),
    /** Returns the sign-in response. After a completed sign-in, marks the browser as known to the account. */
    answer(request: FastifyRequest, reply: FastifyReply, { answer, userId }: Entered): Entered['answer'] {
      if (userId !== null) browsers.remember(request, reply, userId);
      return answer;
    },
  };
}
