// Whether the process can install Debian packages for the tests: apt-get exists, and the process runs as root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs packages and returns whether all of them are now installed. Shows errors from apt-get. */
export function aptInstall(...packages) {
  const quietly = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
  return [['update'], ['install', '-y', '--no-install-recommends', ...packages]].every((args) => {
    const { status } = spawnSync('apt-get', [...quietly, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    return status === 0;
  });
}
