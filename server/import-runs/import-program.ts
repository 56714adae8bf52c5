import { setPriority } from 'node:os';
import { readConfig } from '../config/config.ts';
import { openAccounts } from '../databases/accounts/open-accounts.ts';
import { AppError } from '../http/app-error.ts';
import { importAnswer } from '../imports/run-import.ts';
import { endWithParent } from '../lib/end-with-parent.ts';
import { createMail } from '../mail/mail.ts';
import { openConfig } from '../start/installation-secret.ts';
import { openStoreClock } from '../start/open-store-clock.ts';
import { accountsLocation } from '../start/store-locations.ts';
import type { ImportReport, ProgramOrder } from './import-process.ts';
import { importsHere } from './imports-here.ts';

/** Niceness of the process. An import can wait, and a higher priority would only slow down the server. */
const LESS_IMPORTANT = 10;
const REPORT_EVERY_MS = 100;

/**
 * Runs one large import, or cleans up after dead runs, in a separate process. The process receives its order from the
 * server that started it, and exits when that server exits.
 */
async function work(order: ProgramOrder): Promise<void> {
  const given = readConfig(process.env);
  const accounts = await openAccounts(accountsLocation(given));
  let toldAt = 0;
  try {
    const { now } = await openStoreClock(given, accounts, null);
    const config = await openConfig({ settings: given, accounts, now });
    const imports = importsHere({ accounts, config, mail: createMail({ config, now }), now });
    if ('look' in order) return await imports.look();
    await imports.run(order, {
      onJob: (job) => tell({ job }),
      onDone: (answer) => tell({ answer: importAnswer(answer) }),
      onProgress: (progress) => {
        if (Date.now() - toldAt < REPORT_EVERY_MS && progress.phase === 'checking') return;
        toldAt = Date.now();
        tell({ progress });
      },
    });
  } catch (error) {
    if (error instanceof AppError && error.cause !== undefined)
      process.stderr.write(`An import stopped: ${String(error.cause)}\n`);
    if (error instanceof AppError) return void tell({ refused: { status: error.statusCode, message: error.message } });
    process.stderr.write(
      `An import failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    tell({ refused: null });
  } finally {
    await accounts.destroy();
  }
}

const tell = (report: ImportReport): boolean => process.send?.(report) ?? false;

setPriority(LESS_IMPORTANT);
endWithParent(1);
process.once('message', async (order: ProgramOrder) => {
  await work(order);
  process.removeAllListeners('disconnect');
  process.once('disconnect', () => process.exit(0));
  // Messages sent before this arrive first.
  process.disconnect();
});
