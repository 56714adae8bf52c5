import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';

const MODULE = fileURLToPath(new URL('./end-with-parent.ts', import.meta.url));

/**
 * Starts a parent that starts a child and dies at the time given by `dies`. Resolves with the output of both when both
 * have ended.
 */
async function outputOfBoth(dies: 'at once' | 'when the child listens'): Promise<string> {
  const child = `
    import { endWithParent } from ${JSON.stringify(MODULE)};
    console.log('child loaded');
    endWithParent(0);
    process.send?.('listening', () => undefined);
    setInterval(() => undefined, 1_000);
  `;
  const parent = `
    import { spawn } from 'node:child_process';
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', ${JSON.stringify(child)}], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const die = () => process.kill(process.pid, 'SIGKILL');
    ${dies === 'at once' ? "child.once('spawn', die);" : "child.once('message', die);"}
  `;
  const started = spawn(process.execPath, ['--input-type=module', '-e', parent], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (part) => (output += part));
  // Both processes hold these pipes, which close when the last of the two processes has ended.
  await once(started, 'close');
  return output;
}

test.each(['at once', 'when the child listens'] as const)(
  'a child ends with a parent that is killed %s',
  async (dies) => {
    expect(await outputOfBoth(dies)).toBe('child loaded\n');
  },
  MINUTE_MS,
);
