import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { BenchNetwork } from './bench-network.ts';
import { latencyOf, sendPaced } from './measure-http.ts';
import { batchesOf } from './measure-ingestion.ts';
import { signIn } from './measure-reads.ts';
import type { MeasuredServer } from './server-process.ts';
import { line, ms } from './tables.ts';

const CROWD_READER = fileURLToPath(new URL('./crowd-reader.mjs', import.meta.url));
const READER_CONNECTIONS = 12;
const EVENTS_A_SECOND = 50;
const EVENT_CONNECTIONS = 16;
/**
 * Number of rounds. Measurements with and without the reading client alternate, and each kind is summed, because other
 * load changes the machine's speed from second to second.
 */
const ROUNDS = 6;

type Spans = { readonly times: number[]; failed: number; reports: number[] };

/**
 * Measures single events alone, and beside one advertiser who requests the most expensive reports on many connections.
 */
export async function measureCrowding(server: MeasuredServer, network: BenchNetwork, seconds: number): Promise<void> {
  const { authorization } = await signIn(server.url, 'sponsor@bench.example');
  const newSpans = (): Spans => ({ times: [], failed: 0, reports: [] });
  const [alone, beside] = [newSpans(), newSpans()];
  const addEvents = async (to: Spans) => {
    const sent = await sendEvents(server.url, network, seconds);
    to.times.push(...sent.times);
    to.failed += sent.failed;
  };
  const lone = await readReports(server.url, authorization, 1, seconds);
  for (let round = 0; round < ROUNDS; round += 1) {
    await server.rest();
    await addEvents(alone);
    const crowd = startReader(server.url, authorization, READER_CONNECTIONS);
    await addEvents(beside);
    beside.reports.push(...(await crowd.stop()));
  }
  line(`${EVENTS_A_SECOND} single events a second`, 'p50 ms', 'p95 ms', 'p99 ms', 'failed', 'reports', 'report p50 ms');
  line('---', '---:', '---:', '---:', '---:', '---:', '---:');
  printSpans('alone', alone);
  printSpans(`beside ${READER_CONNECTIONS} connections of one advertiser`, beside);
  const { p50, p95 } = latencyOf(lone, 0, seconds);
  console.log(`a report of a lone reader, without events: p50 ${ms(p50)} ms, p95 ${ms(p95)} ms`);
}

const sendEvents = (url: string, network: BenchNetwork, seconds: number) =>
  sendPaced(
    {
      url: `${url}/api/ingest/events`,
      headers: { 'content-type': 'application/json' },
      connections: EVENT_CONNECTIONS,
      seconds,
      method: 'POST',
      nextBody: batchesOf(network, 1),
    },
    EVENTS_A_SECOND,
  );

function printSpans(name: string, { failed, reports, times }: Spans): void {
  const { p50, p95, p99 } = latencyOf(times, failed, 1);
  const report = reports.length === 0 ? '' : ms(latencyOf(reports, 0, 1).p50);
  line(name, ms(p50), ms(p95), ms(p99), failed, reports.length, report);
}

type Reader = { stop(): Promise<number[]> };

/**
 * Starts a separate process that requests reports until it is stopped. `stop` resolves with the duration of each
 * response in milliseconds.
 */
function startReader(url: string, authorization: string, connections: number): Reader {
  const child = spawn(process.execPath, [CROWD_READER, url, authorization, String(connections)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answered = text(child.stdout);
  return {
    stop: async () => {
      child.stdin.end();
      return JSON.parse(await answered) as number[];
    },
  };
}

async function readReports(url: string, authorization: string, connections: number, seconds: number) {
  const reader = startReader(url, authorization, connections);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  return reader.stop();
}
