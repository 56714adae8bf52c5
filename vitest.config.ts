import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // chDB ends a process that loaded it in a worker thread with a segmentation fault.
    pool: 'forks',
    // Files share a process and what it has loaded: a fifth of all time was loading the same modules again.
    isolate: false,
    // One a core and one more, since many wait for a disk or a child process; the default leaves one of two cores idle.
    maxWorkers: availableParallelism() + 1,
    globalSetup: 'server/testing/servers/start-when-asked.ts',
    include: ['{contract,domain,server,web,scripts}/**/*.test.{ts,tsx}'],
    // Generous, since real stores on a busy machine are slow: what hangs is still found.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
