import { test } from 'vitest';

/**
 * Chooses the length of a test with two lengths. `npm test` plays the short one, and `npm run test:full` the long one
 * of the files that import this. `TEST_LENGTH=long npx vitest run fuzz` plays a single long one.
 */
export const byLength = <Value>(short: Value, long: Value): Value =>
  process.env.TEST_LENGTH === 'long' ? long : short;

/** A test that runs only at full length. Its parts are tested every day, beside it or elsewhere. */
export const testAtLength = test.runIf(byLength(false, true));
