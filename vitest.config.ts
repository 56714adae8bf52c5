import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // chDB ends a process that loaded it in a worker thread with a segmentation fault.
    pool: 'forks',
    include: ['{contract,domain,server,web,scripts}/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
