import { MINUTE_MS } from '#domain/durations.ts';
import { readConfig } from '../../config/config.ts';
import { openAccounts } from '../../databases/accounts/open-accounts.ts';
import { importerOf } from '../../import-runs/importers.ts';
import { fixedKeys } from '../../keys/testing/keys-of-test.ts';
import { createMail } from '../../mail/mail.ts';
import { runImport } from '../run-import.ts';

/** Imports a file, reports when it reaches a given point, and waits there until it is killed. */
async function work({ dataDir, path, place }: { dataDir: string; path: string; place: string }): Promise<void> {
  const accounts = await openAccounts({ dataDir });
  const config = { ...readConfig({ DATA_DIR: dataDir, DEMO: 'off' }), keys: fixedKeys('the keys of a test') };
  const author = { actorId: null, actor: 'test', ip: '' };
  const importer = importerOf('users', { author, config, mail: createMail({ config, now: Date.now }), now: Date.now });
  const stopAt = (here: string) => {
    if (here !== place) return undefined;
    process.send?.(here);
    return new Promise<void>(() => setInterval(() => undefined, MINUTE_MS));
  };
  const context = { accounts, now: Date.now, networkTimeZone: 'UTC', author, holder: 'server:killed' };
  const order = { path, fileName: 'users.csv', dryRun: false };
  await runImport(context, importer, order, {
    onProgress: ({ phase, done }) => stopAt(`${phase} ${done}`),
    onStatement: (statement) => stopAt(statement),
  });
}

process.once('disconnect', () => process.exit(1));
process.once('message', (order: { dataDir: string; path: string; place: string }) => void work(order));
