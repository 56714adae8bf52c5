// The browser of the browser tests and of the benchmark: one list for all callers.
import { existsSync } from 'node:fs';

const KNOWN = [
  // Debian's small build for tests: journeys take about half the time of the full browser's headless mode.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the path of a Chromium: CHROMIUM_PATH of the environment first, then the usual system paths. Undefined
 * without one.
 */
export function findBrowser() {
  return [process.env.CHROMIUM_PATH, ...KNOWN].find((path) => path && existsSync(path));
}
