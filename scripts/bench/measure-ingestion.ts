import { randomBytes, randomUUID } from 'node:crypto';
import type { BenchNetwork } from './bench-network.ts';
import { measureLoad } from './measure-http.ts';
import type { MeasuredServer } from './server-process.ts';
import { line, ms } from './tables.ts';

/**
 * Measures views over HTTP in batches of several sizes, each when the server is at rest. The server continues to
 * process the requests of 5,000 connections for seconds after they close, which would count in the next measurement.
 * Returns the number of accepted events.
 */
export async function measureIngestion(
  server: MeasuredServer,
  network: BenchNetwork,
  seconds: number,
): Promise<number> {
  let accepted = 0;
  line('events in a batch', 'connections', 'events a second', 'p50 ms', 'p95 ms', 'p99 ms', 'failed');
  line('---:', '---:', '---:', '---:', '---:', '---:', '---:');
  for (const [size, connections] of [
    // Outlets report single events, each on its own connection.
    [1, 1],
    [1, 10],
    [1, 64],
    [1, 256],
    [1, 1_000],
    [1, 5_000],
    [100, 10],
    [1_000, 10],
    [10_000, 4],
  ] as const) {
    await server.rest();
    const { p50, p95, p99, perSecond, failed } = await measureLoad({
      url: `${server.url}/api/ingest/events`,
      headers: { 'content-type': 'application/json' },
      connections,
      seconds,
      method: 'POST',
      nextBody: batchesOf(network, size),
    });
    accepted += perSecond * seconds * size;
    line(size, connections, Math.round(perSecond * size), ms(p50), ms(p95), ms(p99), failed);
  }
  return Math.round(accepted);
}

/** Creates batches with a few views per visitor, so that no view is invalid because of its rate. */
export function batchesOf(network: BenchNetwork, size: number): (headers: Record<string, string>) => Buffer {
  let turn = 0;
  return (headers) => {
    const gateway = network.gateways[turn++ % network.gateways.length];
    if (!gateway) throw new Error('the bench network has no gateway');
    headers.authorization = `Bearer ${gateway.key}`;
    const visitors = randomBytes(12).toString('hex');
    const visitorAt = (index: number) => visitors + (index >> 3).toString(16).padStart(8, '0');
    const rows = Array.from({ length: size }, (_, index) => ({
      id: randomUUID(),
      type: 'view',
      // Successive batches that are smaller than the gateway use different outlets.
      eui: gateway.outlets[(Math.floor(turn / network.gateways.length) + index) % gateway.outlets.length]?.eui,
      timestamp: new Date().toISOString(),
      fingerprint: visitorAt(index),
      ip: '203.0.113.7',
      flight: network.flights[index % network.flights.length]?.code,
      cryptic: 'b3ncb3nc',
    }));
    return Buffer.from(JSON.stringify(rows));
  };
}
