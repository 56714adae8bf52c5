import type { FastifyInstance, FastifyRequest } from 'fastify';
import { servePlays } from '#contract/serve.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { createAuthenticateKey, type KeyHolder } from '../../network/authenticate-key.ts';

type ServeDependencies = Pick<Dependencies, 'accounts' | 'playServer' | 'now'>;

/** Registers `POST /serve` (docs/business-rules.md#delivery). */
export function serveRoutes({ accounts, playServer, now }: ServeDependencies) {
  const authenticate = createAuthenticateKey(accounts, now);
  return async (app: FastifyInstance): Promise<void> => {
    const keys = new WeakMap<FastifyRequest, KeyHolder>();
    // This runs before the body is read, so that the body of an unauthenticated request is never buffered.
    app.addHook('onRequest', async (request) => {
      keys.set(request, await authenticate(request.headers.authorization));
    });
    addRoute(app, servePlays, (request) => {
      const key = keys.get(request);
      if (key === undefined)
        throw new AppError('unauthenticated', 'This call requires the access key of an outlet or gateway.');
      return playServer.serve(request.body, key);
    });
  };
}
