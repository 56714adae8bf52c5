import { resolve } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import ordinary from '../../vitest.config.ts';
import { fileOf, mutated } from './find-line.ts';
import { MUTANTS } from './mutants.ts';

/** Runs the ordinary tests with the mutant numbered `MUTANT` in the loaded code. No product file changes. */
const number = process.env.MUTANT ?? '';
const mutant = number === '' ? undefined : MUTANTS[Number(number)];
const file = mutant === undefined ? null : resolve(fileOf(mutant));

export default mergeConfig(
  ordinary,
  defineConfig({
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        transform: (code, id) =>
          mutant !== undefined && id.split('?')[0] === file ? { code: mutated(code, mutant), map: null } : null,
      },
    ],
    test: { maxWorkers: 1 },
  }),
);
