import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TestOrder } from './scripts/test-order.ts';
// As the product has them; the processes that tests run in inherit them.
import './server/start/process-settings.cjs';

/** Of `expect.poll` and `eventually`: only what never comes takes so long. */
const PATIENCE_MS = 120_000;

export default defineConfig({
  test: {
    // chDB ends a process that loaded it in a worker thread with a segmentation fault.
    pool: 'forks',
    // Files share a process and what it has loaded: a fifth of all time was loading the same modules again.
    isolate: false,
    // Most of what a test makes is garbage at its end: with room for more of it the collector copies less. (It is 16 by default.)
    // And most of it runs a few times only: what is compiled for many runs is compiled later, which saves a twelfth of a page's time.
    execArgv: ['--max-semi-space-size=64', '--interrupt-budget=660000'],
    // One a core and one more, since many wait for a disk or a child process; the default leaves one of two cores idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: TestOrder },
    globalSetup: 'server/testing/servers/start-when-asked.ts',
    include: ['{contract,domain,packages,server,web,scripts,showcase}/**/*.test.{ts,tsx}'],
    // Generous, since real stores on a busy machine are slow: what hangs is still found.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What differs is told whole where a log keeps the first line of a failure.
    chaiConfig: { truncateThreshold: 400 },
    expect: { poll: { timeout: PATIENCE_MS, interval: 20 } },
  },
});
