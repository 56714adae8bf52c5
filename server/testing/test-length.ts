import { test } from 'vitest';

/**
 * Chooses between a test's two lengths. `npm test` runs the short one. `npm run test:full` runs the long one in files
 * that import this. `TEST_LENGTH=long npx vitest run fuzz` runs a single long test.
 */
export const byLength = <Value>(short: Value, long: Value): Value =>
  process.env.TEST_LENGTH === 'long' ? long : short;

/** A test that runs only at full length. Its parts are tested every day, next to it or elsewhere. */
export const testAtLength = test.runIf(byLength(false, true));
