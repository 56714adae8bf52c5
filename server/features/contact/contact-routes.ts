import type { FastifyInstance } from 'fastify';
import { changeMessage, getMessage, listMessages, sendContactMessage } from '#contract/contact.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { isVisit } from '../../http/visitor-privacy.ts';
import { actOnMessage } from './act-on-message.ts';
import { findMessage } from './contact-queries.ts';
import { readMessages, toMessage } from './read-messages.ts';
import { sendMessage } from './send-message.ts';

/** Stops a flood before it reaches the store. The limit per account is counted there. */
const FLOOD = { rateLimit: { max: 120, timeWindow: MINUTE_MS }, bodyLimit: 32 * 1024 } as const;

/** The contact form and the administration of its messages (docs/decisions.md#screens). */
export function contactRoutes(dependencies: Pick<Dependencies, 'accounts' | 'now' | 'mail' | 'config'>) {
  const { accounts } = dependencies;
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(
      app,
      sendContactMessage,
      async (request) => {
        await sendMessage(dependencies, callerOf(request).userId, request.body);
        return { status: true };
      },
      FLOOD,
    );

    addRoute(app, listMessages, async (request) => readMessages(accounts, request.query, isVisit(request)));

    addRoute(app, getMessage, async (request) => {
      const message = await findMessage(accounts, request.params.id, isVisit(request));
      if (message === undefined) throw new AppError('not-found', 'This message does not exist any more.');
      return toMessage(message);
    });

    addRoute(app, changeMessage, async (request) => {
      const { params, body, ip } = request;
      const { userId } = callerOf(request);
      return toMessage(await actOnMessage(dependencies, params.id, body.action, { userId, ip }));
    });
  };
}
