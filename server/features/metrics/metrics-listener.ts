import { once } from 'node:events';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { ConfigError } from '../../config/config.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuseBusyPort } from '../../start/refuse-busy-port.ts';
import { metricsPage } from './metrics-page.ts';

/** The address to listen on. It is unreachable from other machines, so the listener needs no token. */
const LOOPBACK = '127.0.0.1';

export async function refuseBusyMetricsPort(port: number | null): Promise<void> {
  if (port === null) return;
  await refuseBusyPort(port, LOOPBACK).catch(() => {
    throw new ConfigError(`METRICS_PORT: port ${port} of ${LOOPBACK} is not available. Use another port.`);
  });
}

/** Serves the metrics on a local port only. Returns a function that stops the listener. */
export async function listenForMetrics(dependencies: Dependencies): Promise<() => Promise<unknown>> {
  const { metrics, config } = dependencies;
  if (metrics === null || config.metricsPort === null) return async () => undefined;
  const server = createServer(async ({ method, url }, answer) => {
    const isRead = (method === 'GET' || method === 'HEAD') && url?.split('?')[0] === '/metrics';
    if (!isRead) return answer.writeHead(404).end();
    try {
      const { type, text } = await metricsPage(metrics, dependencies);
      answer.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
    } catch {
      answer.writeHead(500).end();
    }
  });
  server.listen(config.metricsPort, LOOPBACK);
  await once(server, 'listening');
  return () => {
    server.closeAllConnections();
    return promisify(server.close.bind(server))();
  };
}
