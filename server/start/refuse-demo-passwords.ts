import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-variables.ts';

/**
 * Throws if an account in a real installation uses the demo's password, which is in the documentation
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
    `These accounts use the public demo password: ${emails.join(', ')}. Start once with DEMO=on and change it, or disable the accounts.`,
  );
}
