import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request as send } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';

export type Latency = {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly perSecond: number;
  readonly failed: number;
};

type Load = {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly connections: number;
  readonly seconds: number;
  readonly method?: 'GET' | 'POST';
  /** Called for each request, so that no two bodies are the same. The function may change the headers. */
  readonly nextBody?: (headers: Record<string, string>) => Buffer;
};

/**
 * Returns percentiles over all responses during a load of fixed length, in milliseconds. Every response that is not 2xx
 * is a failure.
 */
export async function measureLoad({
  url,
  headers,
  connections,
  seconds,
  method = 'GET',
  nextBody,
}: Load): Promise<Latency> {
  const times: number[] = [];
  let failed = 0;
  const request: autocannon.Request = {
    method,
    headers,
    ...(nextBody
      ? {
          setupRequest: (next: autocannon.Request) => {
            const own = { ...headers };
            const body = nextBody(own);
            return { ...next, headers: own, body };
          },
        }
      : {}),
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url, connections, duration: seconds, timeout: 30, requests: [request] };
    const instance = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      if (status >= 200 && status < 300) times.push(milliseconds);
      else failed += 1;
    });
  });
  return latencyOf(times, failed + result.errors, seconds);
}

export function latencyOf(times: number[], failed: number, seconds: number): Latency {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), perSecond: times.length / seconds, failed };
}

/**
 * Sends a fixed number of requests per second. Each request is sent when it is due, even if previous requests have no
 * response yet. The duration of a request counts from its due time.
 */
export async function measurePacedLoad(load: Load, askedPerSecond: number): Promise<Latency> {
  const { times, failed } = await sendPaced(load, askedPerSecond);
  return latencyOf(times, failed, load.seconds);
}

/**
 * Works like `measurePacedLoad`, but returns the duration of each response, so that a caller can combine several loads.
 */
export async function sendPaced(
  { url, headers, connections, seconds, method = 'GET', nextBody }: Load,
  askedPerSecond: number,
): Promise<{ readonly times: number[]; readonly failed: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failed = 0;
  const ask = async (due: number) => {
    const own = { ...headers };
    const body = nextBody?.(own);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      send(url, { agent, method, headers: own }, resolve).on('error', reject).end(body);
    });
    answer.resume();
    await once(answer, 'end');
    const { statusCode = 0 } = answer;
    if (statusCode >= 200 && statusCode < 300) times.push(performance.now() - due);
    else failed += 1;
  };
  const began = performance.now();
  const asked: Promise<unknown>[] = [];
  while (asked.length < askedPerSecond * seconds) {
    const due = began + (asked.length * 1_000) / askedPerSecond;
    if (due > performance.now()) await setTimeout(1);
    else asked.push(ask(due).catch(() => (failed += 1)));
  }
  await Promise.all(asked);
  agent.destroy();
  return { times, failed };
}

/**
 * Measures responses of several megabytes, which are discarded on arrival. autocannon joins each response piece by
 * piece into a string. This took three times the server's processor time, so autocannon measured itself.
 */
export async function measureLargeAnswers({ url, headers, connections, seconds }: Load): Promise<Latency> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failed = 0;
  const until = performance.now() + seconds * 1_000;
  const ask = async () => {
    const began = performance.now();
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { agent, headers }, resolve).on('error', reject);
    });
    answer.resume();
    await once(answer, 'end');
    if (answer.statusCode === 200) times.push(performance.now() - began);
    else failed += 1;
  };
  const line = async () => {
    while (performance.now() < until) await ask().catch(() => (failed += 1));
  };
  await Promise.all(Array.from({ length: connections }, line));
  agent.destroy();
  return latencyOf(times, failed, seconds);
}

/**
 * Returns the server's own processor time per response, without that of a ClickHouse server. Other load on the machine
 * does not change this value.
 */
export const processorMsEach = (processorMs: number, { perSecond }: Latency, seconds: number): number =>
  processorMs / Math.max(1, perSecond * seconds);
