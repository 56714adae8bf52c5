import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TestOrder } from './scripts/test-order.ts';
// Same settings as the product. The processes that run tests inherit them.
import './server/start/process-settings.cjs';

/** The timeout of `expect.poll` and `eventually`. Only a condition that never becomes true takes this long. */
const PATIENCE_MS = 120_000;

export default defineConfig({
  test: {
    // chDB ends a process that loaded it in a worker thread with a segmentation fault.
    pool: 'forks',
    // Files share a process and its loaded modules: loading the same modules again took a fifth of all time.
    isolate: false,
    // Most objects of a test are garbage at its end: with more space for them the collector copies less. (The default
    // is 16.) Most code runs only a few times: later optimization saves a twelfth of a page's time.
    execArgv: ['--max-semi-space-size=64', '--interrupt-budget=660000'],
    // One per core and one more, because many wait for a disk or a child process. The default leaves one of two cores
    // idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: TestOrder },
    globalSetup: 'server/testing/servers/start-when-asked.ts',
    include: ['{contract,domain,packages,server,web,scripts,showcase}/**/*.test.{ts,tsx}'],
    // Generous, because real stores on a busy machine are slow. A test that hangs is still found.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Failures show the whole difference, because a log keeps the first line of a failure.
    chaiConfig: { truncateThreshold: 400 },
    expect: { poll: { timeout: PATIENCE_MS, interval: 20 } },
  },
});
