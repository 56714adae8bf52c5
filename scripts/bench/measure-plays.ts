import type { BenchNetwork } from './bench-network.ts';
import { measureLoad } from './measure-http.ts';
import type { MeasuredServer } from './server-process.ts';
import { line, ms } from './tables.ts';

/**
 * Measures outlets that request one play each over HTTP. Every flight in the network may run at each of these outlets.
 */
export async function measurePlays(server: MeasuredServer, network: BenchNetwork, seconds: number): Promise<void> {
  line('plays', 'connections', 'a second (at least 3,000 at 64)', 'p50 ms', 'p95 ms', 'p99 ms (at most 50)', 'failed');
  line('---:', '---:', '---:', '---:', '---:', '---:', '---:');
  for (const connections of [10, 64] as const) {
    await server.rest();
    let turn = 0;
    const { p50, p95, p99, perSecond, failed } = await measureLoad({
      url: `${server.url}/api/serve`,
      headers: { 'content-type': 'application/json' },
      connections,
      seconds,
      method: 'POST',
      nextBody: (headers) => {
        turn += 1;
        const gateway = network.gateways[turn % network.gateways.length];
        if (!gateway) throw new Error('the bench network has no gateway');
        headers.authorization = `Bearer ${gateway.key}`;
        return Buffer.from(JSON.stringify({ eui: gateway.outlets[turn % gateway.outlets.length]?.eui, count: 1 }));
      },
    });
    line(1, connections, Math.round(perSecond), ms(p50), ms(p95), ms(p99), failed);
  }
}
