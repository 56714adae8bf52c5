import type { FastifyInstance } from 'fastify';
import { getAnalytics } from '#contract/analytics.ts';
import { analyticsSample } from '#domain/analytics-sample.ts';
import { DAY_MS } from '#domain/durations.ts';
import { addRoute } from '../../http/add-route.ts';

/** The figures of the sample analytics page: other ones each day. */
export async function analyticsRoutes(app: FastifyInstance): Promise<void> {
  addRoute(app, getAnalytics, () => analyticsSample(Math.floor(Date.now() / DAY_MS)));
}
