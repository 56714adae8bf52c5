// Part of `npm test`: prints nothing when a Chromium is there, else installs one. On Debian as root it installs
// the package, elsewhere Playwright's own build.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from './find-browser.mjs';

if (!findBrowser()) {
  console.log('Installing a browser for the browser tests …');
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const apt = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
  const commands = isDebianRoot
    ? [
        ['apt-get', [...apt, 'update']],
        [
          'apt-get',
          [...apt, 'install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation'],
        ],
      ]
    : [[process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']]];
  for (const [command, args] of commands) {
    const { status } = spawnSync(command, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) {
      console.error(
        `No browser could be installed (${command} failed). Install Chromium yourself and set CHROMIUM_PATH to it.`,
      );
      process.exit(1);
    }
  }
}
