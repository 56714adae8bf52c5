// `node scripts/check-types.mjs`: types of everything, and of each side with what is there where it runs: the browser has no
// `process`, the server no `window`, what both share neither. The showroom, where it is there, has both: pages, and calls.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';

mkdirSync('node_modules/.cache/voltboard', { recursive: true });
const folders = ['.', 'contract', 'server', 'web', 'showcase', 'showcase/contract'];
const projects = folders.map((folder) => `${folder}/tsconfig.json`);
const failed = projects.filter(existsSync).filter((project) => {
  // Each checker looks at the same types anew: one takes a third of the processor time of four, and as long on two cores.
  const words = ['node_modules/typescript-native/bin/tsc', '--noEmit', '--checkers', '1', '-p', project];
  return spawnSync(process.execPath, words, { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) console.error(`Types fail in ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);
