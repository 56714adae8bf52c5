// Loaded into a measured server before its program: tells on SIGWINCH how long its event loop was held since the last time.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

if (process.env.EVENT_LOOP_FILE && process.argv[1]?.endsWith('main.js')) {
  const resolution = 2;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  const milliseconds = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution);
  process.on('SIGWINCH', () => {
    const { max } = delays;
    const told = { maxMs: milliseconds(max), p99Ms: milliseconds(delays.percentile(99)) };
    delays.reset();
    writeFileSync(process.env.EVENT_LOOP_FILE, JSON.stringify(told));
  });
}
