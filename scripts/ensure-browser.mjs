// Part of `npm test`. Prints nothing if a Chromium is installed, else installs it: the package on Debian as root,
// Playwright's own build elsewhere.
import { spawnSync } from 'node:child_process';
import { aptInstall, isDebianRoot } from './apt-install.mjs';
import { findBrowser } from './find-browser.mjs';

const playwright = ['node_modules/@playwright/test/cli.js', 'install', 'chromium'];

if (!findBrowser()) {
  console.log('Installing a browser for the browser tests …');
  const isInstalled = isDebianRoot()
    ? aptInstall('chromium-headless-shell', 'fonts-liberation')
    : spawnSync(process.execPath, playwright, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  if (!isInstalled) {
    console.error('No browser could be installed. Install Chromium yourself and set CHROMIUM_PATH to it.');
    process.exit(1);
  }
}
