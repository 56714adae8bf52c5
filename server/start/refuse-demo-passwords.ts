import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-variables.ts';

/**
 * The documentation contains the demo's password: no account of a real installation may use it
 * (docs/threat-model.md#a20).
 */
export async function refuseDemoPasswords(
  { demo }: Pick<Config, 'demo'>,
  find: () => Promise<string[]>,
): Promise<void> {
  if (demo) return;
  const emails = await find();
  if (emails.length === 0) return;
  throw new ConfigError(
    `These accounts have the password of the demo: ${emails.join(', ')}. Start once with DEMO=on and change it, or disable them.`,
  );
}
