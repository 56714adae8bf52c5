import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type LoopDelays = {
  readonly maxMs: number;
  readonly p99Ms: number;
  /** Maximum processor time in one turn of the event loop, in milliseconds. Null if the system does not measure it. */
  readonly workedMs: number | null;
};

export type MeasuredServer = {
  readonly url: string;
  readonly memory: () => { nowMb: number; peakMb: number };
  /** Returns how long the server's event loop was blocked since the last call. Needs `loopFile`. */
  readonly loop: () => Promise<LoopDelays>;
  /** The time from the start of the program to its first response. */
  readonly start: { readonly wallMs: number; readonly cpuMs: number };
  /** Returns the processor time so far, in milliseconds. */
  readonly cpuMs: () => number;
  /** Resolves when the background work after a start is done, so that a measurement contains only its own calls. */
  readonly rest: () => Promise<void>;
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
};

type Settings = { readonly loopFile?: string; readonly env?: NodeJS.ProcessEnv };

/** Starts the built product with the command of `npm start`, on the given data folder, without a demo network. */
export async function startServer(
  dataDir: string,
  port: number,
  { loopFile, env = {} }: Settings = {},
): Promise<MeasuredServer> {
  const url = `http://127.0.0.1:${port}`;
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  const startedAt = performance.now();
  const child = spawn('sh', ['-c', scripts.start], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: url,
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ADMIN_MFA: 'off',
      ...env,
      ...(loopFile ? { EVENT_LOOP_FILE: loopFile, NODE_OPTIONS: `--import ${WATCH_EVENT_LOOP}` } : {}),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(`${url}/api/readyz`, child);
  const cpuMs = () => processorMs(child.pid);
  const start = { wallMs: performance.now() - startedAt, cpuMs: cpuMs() };
  const field = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  return {
    url,
    start,
    cpuMs,
    rest: () => untilAtRest(cpuMs),
    memory: () => ({ nowMb: Math.round(field('VmRSS')), peakMb: Math.round(field('VmHWM')) }),
    loop: async () => {
      if (!loopFile) throw new Error('the server was started without loopFile');
      rmSync(loopFile, { force: true });
      child.kill('SIGWINCH');
      return until(() => JSON.parse(readFileSync(loopFile, 'utf8')) as LoopDelays);
    },
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** Returns user plus system time in milliseconds. The kernel counts this time in hundredths of a second. */
function processorMs(pid: number | undefined): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * 10;
}

const LOOK_MS = 1_000;
const LOOKS_AT_REST = 3;
const BUSY_SHARE = 0.1;

async function untilAtRest(cpuMs: () => number): Promise<void> {
  for (let looks = 0, before = cpuMs(); looks < LOOKS_AT_REST; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = cpuMs();
    looks = now - before < LOOK_MS * BUSY_SHARE ? looks + 1 : 0;
    before = now;
  }
}

const WATCH_EVENT_LOOP = fileURLToPath(new URL('./watch-event-loop.mjs', import.meta.url));

async function until<Result>(read: () => Result): Promise<Result> {
  for (;;) {
    try {
      return read();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function untilReady(url: string, child: ChildProcess) {
  for (;;) {
    if (child.exitCode !== null) throw new Error('the server ended before it was ready');
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
