// `npx tsx scripts/env-example.ts` writes .env.example from the config schema; a test compares the two.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONFIG_VARIABLES } from '../server/config.ts';

type Variable = (typeof CONFIG_VARIABLES)[number];

/** One block per variable: its description as a comment, then the variable with its default, commented out. */
export function renderEnvExample(variables: readonly Variable[]): string {
  const head = '# Every setting of Voltboard with its default. Generated from server/config.ts: do not edit.\n';
  const blocks = variables.map(({ name, description, default: value }) => `\n# ${description}\n#${name}=${value}\n`);
  return head + blocks.join('');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync('.env.example', renderEnvExample(CONFIG_VARIABLES));
}
