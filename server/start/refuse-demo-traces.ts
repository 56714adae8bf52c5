import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-variables.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { hasDemoTraces } from '../databases/accounts/demo-traces.ts';

/**
 * Throws in production if the installation was ever a demo. During a demo, anyone can act as its administrator and
 * create more access, which must not go into production.
 */
export async function refuseDemoTraces(
  { demo, production }: Pick<Config, 'demo' | 'production'>,
  accounts: AccountsDb,
): Promise<void> {
  if (demo || !production || !(await hasDemoTraces(accounts))) return;
  throw new ConfigError(
    'This installation had a demo with public administrator accounts, so it does not start in production. ' +
      'Set another DATA_DIR or DATABASE_URL for a new installation. Or keep the network without accounts, emails and keys: npm run admin -- leave-demo.',
  );
}
