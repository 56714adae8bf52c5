import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { readMetrics } from '#contract/site.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { metricsPage } from './metrics-page.ts';

type Needs = Pick<Dependencies, 'config' | 'accounts' | 'events' | 'notices' | 'now' | 'clock' | 'metrics'>;

/**
 * Registers the route with the metrics for Prometheus, which requires a token. The path is outside `/api`, where
 * scrapers expect it.
 */
export function metricsRoutes({ metrics, ...needs }: Needs) {
  const { metricsToken } = needs.config;
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, readMetrics, async ({ headers }, reply) => {
      if (metrics === null || metricsToken === null)
        throw new AppError(
          'not-found',
          'Metrics are not served here. The operator can enable them with METRICS_TOKEN.',
        );
      if (!isSame(headers.authorization ?? '', `Bearer ${metricsToken}`)) {
        reply.header('WWW-Authenticate', 'Bearer');
        throw new AppError('unauthenticated', 'This call requires METRICS_TOKEN as a bearer token.');
      }
      const { type, text } = await metricsPage(metrics, needs);
      return reply.type(type).header('Cache-Control', 'no-store').send(text);
    });
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
