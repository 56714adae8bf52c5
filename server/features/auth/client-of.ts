import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { createKnownBrowser } from './known-browser.ts';
import type { Client, Entered } from './sign-in.ts';

/** Who a request comes from, and what its browser may remember of a sign-in. */
export function createClients(config: Pick<Config, 'sessionSecret' | 'publicUrl'>) {
  const browsers = createKnownBrowser(config.sessionSecret, config.publicUrl.startsWith('https:'));
  return {
    of: (request: FastifyRequest): Client => ({
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      knownBrowser: (userId) => browsers.find(request, userId),
    }),
    /** Answers the sign-in; a finished one marks the browser as known to the account. */
    answer(request: FastifyRequest, reply: FastifyReply, { answer, userId }: Entered): Entered['answer'] {
      if (userId !== null) browsers.remember(request, reply, userId);
      return answer;
    },
  };
}
