import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Config } from '../config/config.ts';

/**
 * Events per second from the demo's outlets, without heartbeats. As many as the demo's history has on average by day
 * (`DAILY_VIEWS` in `plan-network.ts`), so that today compares with the days before.
 */
const DEMO_RATE = 0.2;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = MINUTE_MS;

/** Sends the demo network's traffic to this server. Returns a function that stops it. */
export function playDemo({ host, dataDir }: Pick<Config, 'host' | 'dataDir'>, port: number): () => Promise<void> {
  const address = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const keysFile = `${dataDir}/demo-keys.json`;
  // Only the process that created the network has its outlets' keys.
  if (!existsSync(keysFile)) return async () => undefined;
  return startSimulator({ url: `http://${address}:${port}`, keysFile, rate: DEMO_RATE });
}

type SimulatorOptions = {
  readonly url: string;
  readonly keysFile: string;
  readonly rate: number;
};

/**
 * Runs the demo's live traffic as a separate process, over HTTP, and restarts it if it exits. The simulator always
 * exits with this process, because the channel between them closes. Returns a function that stops it.
 */
function startSimulator({ url, keysFile, rate }: SimulatorOptions): () => Promise<void> {
  const built = import.meta.url.endsWith('.mjs');
  const program = fileURLToPath(new URL(built ? './simulator.js' : '../simulator/main.ts', import.meta.url));
  const args = [
    ...(built ? [] : ['--import', 'tsx']),
    program,
    '--url',
    url,
    '--keys',
    keysFile,
    '--rate',
    String(rate),
    // Simulate all outlets, because an outlet without traffic would be shown as late for no reason.
    '--outlets',
    '1000000',
    '--quiet',
  ];
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  let stopped = false;

  function run() {
    const startedAt = Date.now();
    child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.once('exit', () => {
      if (stopped) return;
      pauseMs = Date.now() - startedAt > LONGEST_PAUSE_MS ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
      timer = setTimeout(run, pauseMs);
    });
  }

  run();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const impatient = setTimeout(() => child?.kill('SIGKILL'), 1_500);
    await ended;
    clearTimeout(impatient);
  };
}

/** Returns the port of a listening server, or 0 if it has none. */
export const portOf = (address: string | { port: number } | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;
