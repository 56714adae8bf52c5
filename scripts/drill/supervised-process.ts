import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The pause before a restart, as with a service manager that restarts quickly. */
const RESTART_MS = 500;
const START_MS = 120_000;
const STOP_MS = 15_000;
const ASK_AGAIN_MS = 50;
/**
 * The shell script that runs a program. A second shell waits for input and kills the program when the drill ends, even
 * after a crash, because the pipe then closes.
 */
const GUARD = [
  'exec 3<&0; "$@" 3<&- & program=$!',
  '(read -r line <&3; kill -s KILL "$program") & guard=$!',
  'wait "$program"; kill "$guard" 2> /dev/null',
].join('\n');

/** A program that is restarted whenever it ends, as by a service manager. */
export type Supervised = {
  readonly name: string;
  /** Starts the program. Resolves when it responds. */
  start(): Promise<void>;
  /** Signals the process and all its descendants, so that a freeze is complete. */
  signal(name: NodeJS.Signals): void;
  /**
   * Kills the program and delays its restart by `awayMs`. Resolves when the program has been restarted, which is before
   * it responds.
   */
  kill(awayMs?: number): Promise<void>;
  /** Returns how many times the program ended without being killed by the drill. */
  endedByItself(): number;
  /** Stops it permanently. */
  stop(): Promise<void>;
};

type Program = {
  readonly name: string;
  readonly command: readonly string[];
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly user?: { readonly uid?: number; readonly gid?: number };
  /** The file to which the program's output is written. */
  readonly log: string;
  answers(): Promise<boolean>;
};

export function supervise({ name, command, folder, env, user = {}, log, answers }: Program): Supervised {
  const words = createWriteStream(log, { flags: 'a' });
  words.setMaxListeners(0);
  let shell: ChildProcess | null = null;
  let isWanted = false;
  let awayUntil = 0;
  let started = 0;
  let killed = 0;
  let restarting: NodeJS.Timeout | undefined;

  function run(): void {
    started += 1;
    const child = spawn('/bin/sh', ['-c', GUARD, 'guard', ...command], {
      cwd: folder,
      // In a separate session: Ctrl-C in a terminal ends the drill, which then ends the program.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env,
      ...user,
    });
    child.stdin.on('error', () => undefined);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => words.write(data));
    shell = child;
    child.once('close', () => {
      shell = null;
      if (!isWanted) return;
      const againIn = Math.max(RESTART_MS, awayUntil - performance.now());
      restarting = setTimeout(() => isWanted && run(), againIn);
    });
  }

  function signal(signalName: NodeJS.Signals): void {
    if (shell?.pid === undefined) return;
    for (const pid of descendantsOf(shell.pid)) {
      try {
        process.kill(pid, signalName);
      } catch {
        // The process ended just now.
      }
    }
  }

  return {
    name,
    signal,
    async start() {
      isWanted = true;
      run();
      const deadline = performance.now() + START_MS;
      while (!(await answers())) {
        if (performance.now() > deadline)
          throw new Error(`${name} does not start: ${readFileSync(log, 'utf8').slice(-2_000)}`);
        await pause(ASK_AGAIN_MS);
      }
    },
    async kill(awayMs = 0) {
      awayUntil = performance.now() + awayMs;
      const before = started;
      if (shell !== null) killed += 1;
      signal('SIGKILL');
      while (started === before) await pause(10);
    },
    endedByItself: () => Math.max(0, started - 1 - killed),
    async stop() {
      isWanted = false;
      // Otherwise, the program would run twice if the drill starts it again soon.
      clearTimeout(restarting);
      const child = shell;
      if (child === null) return;
      const ended = once(child, 'close');
      signal('SIGCONT');
      signal('SIGTERM');
      const patience = setTimeout(() => signal('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(patience);
    },
  };
}

/** Returns the process's descendants, from the kernel's process list (Linux). */
function descendantsOf(pid: number): number[] {
  const childrenOf = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const parent = parentOf(entry);
    if (parent !== null) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), Number(entry)]);
  }
  const found: number[] = [];
  for (let at: number | undefined = pid, queue: number[] = []; at !== undefined; at = queue.shift()) {
    const children = childrenOf.get(at) ?? [];
    found.push(...children);
    queue = [...queue, ...children];
  }
  return found;
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
