import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const START_MS = 240_000;
const ASK_AGAIN_MS = 50;
/**
 * Shell script that runs a program and a guard. The guard is a second shell, which reads from this process. When this
 * process exits for any reason, the pipe closes and the guard ends the program.
 */
const GUARD = [
  'signal=$1; folder=$PWD; shift; exec 3<&0; "$@" 3<&- & program=$!; cd /',
  '(read -r line <&3; kill -s "$signal" "$program") & guard=$!',
  'wait "$program"; kill "$guard" 2> /dev/null; rm -rf "$folder"',
].join('\n');

export type Guarded = {
  /** Freezes, resumes or kills the program. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
  stop(): Promise<void>;
};
type Program = {
  readonly command: readonly string[];
  /** The working folder, which is deleted when the program has exited. */
  readonly folder: string;
  /** The signal that ends the program immediately. Its data is not needed afterwards. */
  readonly signal: 'KILL' | 'QUIT';
  readonly env: NodeJS.ProcessEnv;
  readonly user: { readonly uid?: number; readonly gid?: number };
  answers(): Promise<boolean>;
};

/**
 * Starts a program that exits with this process. Resolves when the program responds. If the program does not respond,
 * throws an error with its last output.
 */
export async function startGuarded({ command, folder, signal, env, user, answers }: Program): Promise<Guarded> {
  const child = spawn('/bin/sh', ['-c', GUARD, 'guard', signal, ...command], {
    cwd: folder,
    // Use a separate session, so that Ctrl-C in a terminal does not end the guard before the program.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env,
    ...user,
  });
  let words = '';
  let isOver = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      words = (words + data.toString()).slice(-4_000);
    });
  }
  const ended = once(child, 'close').then(() => {
    isOver = true;
  });
  const send = (name: NodeJS.Signals) => {
    if (!isOver && child.pid !== undefined) process.kill(-child.pid, name);
  };
  const stop = async () => {
    send('SIGCONT');
    child.stdin.end();
    await ended;
  };
  const deadline = Date.now() + START_MS;
  while (!(await answers())) {
    if (Date.now() > deadline || isOver) {
      await stop();
      throw new Error(`${command[0]} did not start: ${words}`);
    }
    await setTimeout(ASK_AGAIN_MS);
  }
  return { signal: send, stop };
}

/** Returns ports on this machine that are currently free. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
