// Part of `npm test`: prints nothing when a Chromium is there, else installs one. A CHROMIUM_PATH in the environment
// wins, then the usual system paths; on Debian as root it installs the package, elsewhere Playwright's own build.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const found = [process.env.CHROMIUM_PATH, ...KNOWN].find((path) => path && existsSync(path));
if (!found) {
  console.log('Installing a browser for the browser tests …');
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const apt = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
  const commands = isDebianRoot
    ? [
        ['apt-get', [...apt, 'update']],
        ['apt-get', [...apt, 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation']],
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
