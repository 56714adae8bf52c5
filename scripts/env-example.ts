// `npx tsx scripts/env-example.ts` writes .env.example and the documentation's settings from the config schema. A test
// verifies that both are up to date.
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONFIG_VARIABLES } from '../server/config/config.ts';

type Variable = (typeof CONFIG_VARIABLES)[number];

/** Renders one block per variable: its description as a comment, then the variable with its default, commented out. */
export function renderEnvExample(variables: readonly Variable[]): string {
  const head =
    '# Every setting of Voltboard with its default. Generated from server/config/config.ts: do not edit.\n# NAME_FILE=/path reads the value of NAME from a file, which is how containers provide secrets.\n';
  const blocks = variables.map(({ name, description, default: value }) => `\n# ${description}\n#${name}=${value}\n`);
  return head + blocks.join('');
}

/** The file with the documentation's table of settings. The file exists only if the documentation feature does. */
export const SETTINGS_FILE = 'web/features/documentation/settings.gen.ts';
export const hasDocumentation = (): boolean => existsSync('web/features/documentation');

/** Renders the settings as a module for the web client, which may not import the server's schema. */
export function renderSettings(variables: readonly Variable[]): string {
  const rows = variables.map(({ name, description, default: value }) =>
    JSON.stringify({ name, description, default: value }),
  );
  const head = '// Generated from server/config/config.ts by scripts/env-example.ts: do not edit.\n';
  return `${head}export const SETTINGS: readonly { name: string; description: string; default: string }[] = [\n${rows.map((row) => `  ${row},\n`).join('')}];\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync('.env.example', renderEnvExample(CONFIG_VARIABLES));
  if (hasDocumentation()) writeFileSync(SETTINGS_FILE, renderSettings(CONFIG_VARIABLES));
}
