import type { FastifyInstance } from 'fastify';
import { tryContracts } from '#contract/trial.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { createTurnstile } from '../../lib/turnstile.ts';
import { replayContracts } from './replay-contracts.ts';

const LIMITS = { rateLimit: { max: 60, timeWindow: MINUTE_MS } } as const;
/** A trial reads whole months. */
const QUEUE = { atOnce: 1, waiting: 2 } as const;
const RETRY_SECONDS = 10;

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'events' | 'figures' | 'network' | 'now'>;

/** Other contracts tried on the past (docs/business-rules.md#money). */
export function trialRoutes(needs: Needs) {
  const turnstile = createTurnstile(QUEUE);
  const tooMany = () => new AppError('unavailable', 'Other trials run. Try again in a moment.', RETRY_SECONDS);
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(
      app,
      tryContracts,
      async (request, reply) => {
        let isWanted = true;
        reply.raw.once('close', () => {
          isWanted = false;
        });
        return turnstile.run(() => replayContracts(needs, request.body, () => isWanted), tooMany);
      },
      LIMITS,
    );
  };
}
