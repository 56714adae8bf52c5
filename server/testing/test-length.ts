import { test } from 'vitest';

/**
 * How long a test is that has two lengths: `npm test` plays the short one, `npm run test:full` the long one of the files that
 * import this. `TEST_LENGTH=long npx vitest run fuzz` plays a long one alone.
 */
export const byLength = <Value>(short: Value, long: Value): Value =>
  process.env.TEST_LENGTH === 'long' ? long : short;

/** A test that is played at length alone: of something whose parts are tested every day, beside it or elsewhere. */
export const testAtLength = test.runIf(byLength(false, true));
