import { expect, test } from 'vitest';
import { isQuiet } from './alert-rules.ts';

test.each([
  [{ from: 1_320, to: 420 }, 1_320, true],
  [{ from: 1_320, to: 420 }, 0, true],
  [{ from: 1_320, to: 420 }, 419, true],
  [{ from: 1_320, to: 420 }, 420, false],
  [{ from: 780, to: 840 }, 800, true],
  [{ from: 780, to: 840 }, 840, false],
  [{ from: 0, to: 0 }, 0, false],
])('in %o minute %i is quiet: %s', (hours, minute, quiet) => {
  expect(isQuiet(minute, hours)).toBe(quiet);
});
