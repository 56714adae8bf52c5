import { signIn } from './measure-reads.ts';
import { type MeasuredServer, startServer } from './server-process.ts';
import { line, ms } from './tables.ts';

/** The first requests after a start. Each needs the network, which the server must read first. */
const FIRST = [
  ['map', '/list/map?most=2000'],
  ['map of the country', '/list/clusters?zoom=4&west=-135&south=20&east=-67.5&north=55.8'],
  ['summary', '/list/summary'],
  ['cards', '/list?limit=20&embed=none'],
  ['outlets of all', '/list/devices?limit=50&held=now'],
  ['outlets in service', '/outlets'],
  ['administered', '/admin/outlets'],
  ['search', '/list/search?q=venue'],
] as const;

/**
 * Requests that do not need the network: the caller's account, notices to administrators, and a response that uses no
 * store.
 */
const OTHERS = ['/auth/me', '/notices', '/healthz'] as const;

type Waits = { longestMs: number; answers: number; refused: number };

/**
 * Measures the first responses after a start, all requested at the same time. Also measures how other requests are
 * affected until the last response arrives.
 */
export async function measureFirstAnswers(
  folder: string,
  port: number,
  { env, loopFile }: { readonly env: NodeJS.ProcessEnv; readonly loopFile: string },
): Promise<void> {
  const server = await startServer(folder, port, { env, loopFile });
  try {
    const { authorization } = await signIn(server.url);
    const headers = { authorization };
    await server.loop();
    const before = server.cpuMs();
    const over = new AbortController();
    const others = OTHERS.map((path) => keepAsking(`${server.url}/api${path}`, headers, over.signal));
    line('first answers of a start, all at once', 'after ms', 'status');
    line('---', '---:', '---:');
    await Promise.all(FIRST.map(([name, path]) => askFirst(server, name, path, headers)));
    over.abort();
    const waits = await Promise.all(others);
    const { maxMs } = await server.loop();
    console.log(
      `\nlongest turn ${ms(maxMs)} ms, ${ms(server.cpuMs() - before)} ms of processor time, ${server.memory().peakMb} MB at most; meanwhile ${OTHERS.map(
        (path, at) =>
          `${path} waited ${ms(waits[at]?.longestMs ?? 0)} ms at most (${waits[at]?.refused} of ${waits[at]?.answers} refused)`,
      ).join(', ')}`,
    );
  } finally {
    await server.stop();
  }
}

async function askFirst({ url }: MeasuredServer, name: string, path: string, headers: Record<string, string>) {
  const startedAt = performance.now();
  const answer = await fetch(`${url}/api${path}`, { headers });
  await answer.arrayBuffer();
  line(name, ms(performance.now() - startedAt), answer.status);
}

/** Sends one call after the other until the signal aborts. */
async function keepAsking(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Waits> {
  const waits: Waits = { longestMs: 0, answers: 0, refused: 0 };
  while (!signal.aborted) {
    const startedAt = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    waits.longestMs = Math.max(waits.longestMs, performance.now() - startedAt);
    waits.answers += 1;
    if (!answer.ok) waits.refused += 1;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return waits;
}
