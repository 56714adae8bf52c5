import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the test files whose text matches. */
export const filesMentioning = (words) =>
  ['contract', 'domain', 'packages', 'scripts', 'server', 'web']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((name) => /\.test\.tsx?$/.test(name) && words.test(readFileSync(name, 'utf8')))
    .sort();
