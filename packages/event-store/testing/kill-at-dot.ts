import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Kills a process that writes a dot per step, after `dots` dots and a fraction of the next step. The duration of the
 * last step serves as an estimate, so that a slow machine kills the process at the same step.
 */
export async function killAtDot(child: ChildProcess, dots: number, partOfStep: number): Promise<void> {
  let written = 0;
  let lastMs = 0;
  for (let began = performance.now(); written < dots; began = performance.now()) {
    const [data] = (await once(child.stdout ?? child, 'data')) as [Buffer];
    written += data.length;
    lastMs = (performance.now() - began) / data.length;
  }
  await pause(lastMs * partOfStep);
  child.kill('SIGKILL');
}
