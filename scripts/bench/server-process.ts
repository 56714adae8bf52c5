import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** The built product, by the command of `npm start`, on a data folder of its own, without demo network. */
export async function startServer(
  dataDir: string,
  port: number,
): Promise<{ url: string; memory: () => { nowMb: number; peakMb: number }; stop: () => Promise<void> }> {
  const url = `http://127.0.0.1:${port}`;
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
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
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(`${url}/api/readyz`, child);
  const field = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  return {
    url,
    memory: () => ({ nowMb: Math.round(field('VmRSS')), peakMb: Math.round(field('VmHWM')) }),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function untilReady(url: string, child: ChildProcess) {
  for (;;) {
    if (child.exitCode !== null) throw new Error('the server ended before it was ready');
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
