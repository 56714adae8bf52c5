import { test } from 'vitest';

/**
 * Chooses between a test's short and long versions. `npm test` runs the short version. `npm run test:full` runs the
 * long version in files that import this function. `TEST_LENGTH=long npx vitest run fuzz` runs a single long test.
 */
export const byLength = <Value>(short: Value, long: Value): Value =>
  process.env.TEST_LENGTH === 'long' ? long : short;

/** A test that runs only at full length. Every day, its parts are tested next to it or in other files. */
export const testAtLength = test.runIf(byLength(false, true));
