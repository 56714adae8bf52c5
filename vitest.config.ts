import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TestOrder } from './scripts/test-order.ts';
// The same settings as in the product. The processes that run tests inherit these settings.
import './server/start/process-settings.cjs';

/** The timeout of `expect.poll` and `eventually`. Only a condition that never becomes true takes this long. */
const PATIENCE_MS = 120_000;

export default defineConfig({
  test: {
    // If a worker thread loads chDB, the process ends with a segmentation fault.
    pool: 'forks',
    // Test files share a process and its loaded modules. Loading the same modules again took a fifth of the total time.
    isolate: false,
    // Most of a test's objects are garbage at its end. With more space for new objects (the default is 16 MB), the
    // collector copies fewer of them. Most code runs only a few times, and optimizing it later saves a twelfth of a
    // page's time.
    execArgv: ['--max-semi-space-size=64', '--interrupt-budget=660000'],
    // One worker per core and one more, because many workers wait for a disk or a child process. The default leaves one
    // of two cores idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: TestOrder },
    setupFiles: 'server/testing/close-left-store.ts',
    globalSetup: 'server/testing/servers/start-when-asked.ts',
    include: ['{contract,domain,packages,server,web,scripts,showcase}/**/*.test.{ts,tsx}'],
    // The limits are generous, because real stores on a busy machine are slow. A test that hangs is still found.
    testTimeout: process.env.TEST_LENGTH === 'long' ? 900_000 : 300_000,
    hookTimeout: 300_000,
    // Show the whole difference in failures, because a log keeps only the first line of a failure.
    chaiConfig: { truncateThreshold: 400 },
    expect: { poll: { timeout: PATIENCE_MS, interval: 20 } },
  },
});
