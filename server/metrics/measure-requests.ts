import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Measures each response under its route's pattern. URLs contain IDs, and a caller could invent an unlimited number of
 * URLs.
 */
export function measureRequests(app: FastifyInstance, { requests, liveStreams }: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    if (isStream(reply)) return;
    const { method } = request;
    const labels = {
      method: METHODS.has(method) ? method : 'other',
      route: routeOf(request),
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    };
    requests.observe(labels, reply.elapsedTime / 1000);
  });
  app.addHook('onSend', async (request, reply) => {
    // A stream that was closed in the meantime would be counted indefinitely.
    if (!isStream(reply) || request.method !== 'GET' || reply.raw.closed || reply.raw.destroyed) return;
    liveStreams.inc();
    reply.raw.once('close', () => liveStreams.dec());
  });
}

const isStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream');

/**
 * Returns the label of a route. All files of the web client share one label. Unknown URLs and the client's pages share
 * another label.
 */
function routeOf({ routeOptions }: FastifyRequest): string {
  const { url } = routeOptions;
  if (url === undefined) return 'none';
  return /^\/(api\/|metrics$)/.test(url) ? url : 'file';
}
