import type { FastifyInstance } from 'fastify';
import { tryContracts } from '#contract/trial.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { addRoute } from '../../http/add-route.ts';
import { isWaiting } from '../../http/is-waiting.ts';
import type { createTrials } from './create-trials.ts';

const LIMITS = { rateLimit: { max: 60, timeWindow: MINUTE_MS } } as const;

/** Registers the route that tries other contracts on past data (docs/business-rules.md#money). */
export function trialRoutes(trials: ReturnType<typeof createTrials>) {
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, tryContracts, async ({ body }, reply) => trials.run(body, isWaiting(reply)), LIMITS);
  };
}
