import { setPriority } from 'node:os';
import { readConfig } from './config.ts';
import { openAccounts } from './databases/accounts/open-accounts.ts';
import { endWithParent } from './end-with-parent.ts';
import { AppError } from './http/app-error.ts';
import type { ImportReport } from './import-process.ts';
import type { FileOrder } from './imports/imports.ts';
import { importsHere } from './imports-here.ts';
import { withInstallationSecret } from './installation-secret.ts';
import { createMail } from './mail/mail.ts';
import { accountsLocation } from './store-locations.ts';

/** More steps at a time would only keep the server from answering: whoever imports can wait. */
const LESS_IMPORTANT = 10;
const REPORT_EVERY_MS = 100;

/** The process of one large import: takes its order from the server that started it, and ends with it. */
async function work(order: FileOrder): Promise<ImportReport> {
  const given = readConfig(process.env);
  const accounts = await openAccounts(accountsLocation(given));
  let toldAt = 0;
  try {
    const config = await withInstallationSecret(given, accounts);
    const imports = importsHere({ accounts, config, mail: createMail({ config, now: Date.now }), now: Date.now });
    const answer = await imports.run(order, {
      onProgress: (progress) => {
        if (Date.now() - toldAt < REPORT_EVERY_MS && progress.phase === 'checking') return;
        toldAt = Date.now();
        tell({ progress });
      },
    });
    return { answer };
  } catch (error) {
    if (error instanceof AppError) return { refused: { status: error.statusCode, message: error.message } };
    process.stderr.write(
      `An import failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return { refused: null };
  } finally {
    await accounts.destroy();
  }
}

const tell = (report: ImportReport): boolean => process.send?.(report) ?? false;

setPriority(LESS_IMPORTANT);
endWithParent(1);
process.once('message', async (order: FileOrder) => tell(await work(order)));
