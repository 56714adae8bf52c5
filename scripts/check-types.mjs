// `node scripts/check-types.mjs` checks the types of the whole repository, and of each side with the globals that exist
// where it runs. The browser has no `process`, the server has no `window`, and shared code has neither, even through a
// package that imports them. The showroom, if present, has both pages and calls.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';

mkdirSync('node_modules/.cache/voltboard', { recursive: true });
const DOM = '/lib.dom.';
const NODE = '/@types/node/';
/** The type libraries that each project must not read. The root project reads both. */
const PROJECTS = {
  '.': [],
  contract: [DOM, NODE],
  server: [DOM],
  web: [NODE],
  showcase: [NODE],
  'showcase/contract': [DOM, NODE],
};
const isFile = (line) => /^\/.*\.([cm]?tsx?|json)$/.test(line);

/** Returns a project's faults as lines. */
function findFaults(folder, foreign) {
  // Each checker repeats work on the same types. A single checker takes a third of the processor time of four checkers,
  // and equally long on two cores.
  const words = ['--noEmit', '--listFiles', '--checkers', '1', '-p', `${folder}/tsconfig.json`];
  const { status, stdout } = spawnSync(process.execPath, ['node_modules/typescript-native/bin/tsc', ...words], {
    stdio: ['inherit', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  const read = lines.filter(isFile);
  const unread = [DOM, NODE].filter((kind) => folder === '.' && !read.some((file) => file.includes(kind)));
  return [
    ...lines.filter((line) => !isFile(line)),
    ...read.filter((file) => foreign.some((kind) => file.includes(kind))).map((file) => `of the other side: ${file}`),
    ...unread.map((kind) => `No file is called ${kind} any more, so that none would be found.`),
    ...(status === 0 ? [] : [`The compiler ended with ${status}.`]),
  ];
}

const failed = Object.entries(PROJECTS).filter(([folder, foreign]) => {
  if (!existsSync(`${folder}/tsconfig.json`)) return false;
  const faults = findFaults(folder, foreign);
  if (faults.length > 0) console.log(faults.join('\n'));
  return faults.length > 0;
});
if (failed.length > 0) console.error(`Types fail in ${failed.map(([folder]) => folder).join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);
