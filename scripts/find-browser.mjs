// The browser of the browser tests and of the bench, one list for all who start it.
import { existsSync } from 'node:fs';

const KNOWN = [
  // Debian's small build for tests: journeys take about half the time of the whole browser's headless mode.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium: a CHROMIUM_PATH in the environment wins, then the usual system paths; undefined without one. */
export function findBrowser() {
  return [process.env.CHROMIUM_PATH, ...KNOWN].find((path) => path && existsSync(path));
}
