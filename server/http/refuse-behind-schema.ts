import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/** Monitoring and the web client's files, which are always served. */
const ALWAYS = /^\/api\/(healthz|readyz|metrics)\b|^\/(?!api\/)/;
const RETRY_AFTER_SECONDS = 5;

/**
 * Rejects all other calls while the stores have a newer schema than this version supports. Outlets keep their events
 * and resend them.
 */
export function refuseBehindSchema(app: FastifyInstance, schema: { isBehind(): boolean }): void {
  app.addHook('onRequest', async ({ url }) => {
    if (!schema.isBehind() || ALWAYS.test(url)) return;
    throw new AppError('unavailable', 'The server is being updated. Try again in a few seconds.', RETRY_AFTER_SECONDS);
  });
}
