import type { FastifyInstance } from 'fastify';
import { getAnalytics } from '#contract/analytics.ts';
import { analyticsSample } from '#domain/analytics-sample.ts';
import { addRoute } from '../../http/add-route.ts';

const DAY_MS = 86_400_000;

/** The figures of the analytics demo page: other ones each day. */
export async function analyticsRoutes(app: FastifyInstance): Promise<void> {
  addRoute(app, getAnalytics, () => analyticsSample(Math.floor(Date.now() / DAY_MS)));
}
