// Finds an installed browser. The browser tests and the benchmark use the same list of paths.
import { existsSync } from 'node:fs';

const KNOWN = [
  // Debian's small build for tests: journeys take about half as long as in the full browser's headless mode.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the path of a Chromium: CHROMIUM_PATH from the environment first, then the usual system paths. Undefined if
 * there is none.
 */
export function findBrowser() {
  return [process.env.CHROMIUM_PATH, ...KNOWN].find((path) => path && existsSync(path));
}
