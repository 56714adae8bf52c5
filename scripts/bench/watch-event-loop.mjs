// Loaded into a measured server before the server's program. On SIGWINCH, this module reports how long the event loop
// was blocked since the last signal, and the most processor time in one turn. On a machine with other load, the
// difference is time spent waiting for a processor, which the program does not cause.
import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Returns how long the main thread had a processor, in milliseconds. Only Linux provides this value. */
function workedMs() {
  const [worked] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(worked) / 1e6;
}

if (process.env.EVENT_LOOP_FILE && process.argv[1]?.endsWith('main.js')) {
  const resolution = 2;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  const milliseconds = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution);
  let mostWorkMs = process.platform === 'linux' ? 0 : Number.NaN;
  if (process.platform === 'linux') {
    let before = workedMs();
    const look = () => {
      const now = workedMs();
      mostWorkMs = Math.max(mostWorkMs, now - before);
      before = now;
    };
    setInterval(look, resolution).unref();
  }
  process.on('SIGWINCH', () => {
    const { max } = delays;
    const told = { maxMs: milliseconds(max), p99Ms: milliseconds(delays.percentile(99)), workedMs: mostWorkMs };
    delays.reset();
    mostWorkMs = Math.min(mostWorkMs, 0);
    writeFileSync(process.env.EVENT_LOOP_FILE, JSON.stringify(told));
  });
}
