import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

const RETRY_AFTER_SECONDS = 2;

/**
 * Refuses calls on open connections while the server closes. Fastify's own 503 lacks our headers and does not say when
 * to retry. The server therefore sets `return503OnClosing: false`.
 */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (!isClosing) return;
    reply.header('connection', 'close');
    throw new AppError('unavailable', 'The server is restarting. Try again in a few seconds.', RETRY_AFTER_SECONDS);
  });
}
