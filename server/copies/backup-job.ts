import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import type { EventsStore } from '../databases/events/events-store.ts';
import type { SealJob } from '../databases/events/seal-job.ts';
import { JobRefusedError, type JobWork } from '../maintenance/job-runner.ts';
import { accountsLocation } from '../start/store-locations.ts';
import { backUp } from './backup.ts';
import { CopyError } from './copy-error.ts';
import type { Manifest } from './folder-format.ts';
import { keptFilesOf } from './kept-files.ts';

export const BACK_UP = 'backup';

export type BackedUp = Pick<Manifest, 'totals' | 'kept'>;
/** What is noted on the way. */
export type BackupProgress = { readonly progress?: string };

type Needs = {
  readonly accounts: AccountsDb;
  readonly events: Pick<EventsStore, 'engine'>;
  readonly sealJob: Pick<SealJob, 'alone'>;
  readonly config: Config;
  readonly now: () => number;
};

/** A backup by the process that has the events store open; events go on coming in. The payload is the folder's path. */
export function createBackupJob({ accounts, events, sealJob, config, now }: Needs): JobWork {
  const { dataDir, clickhouseUrl } = config;
  const of = {
    engine: events.engine,
    ledger: createSealLedger(accounts, clickhouseUrl !== null),
    accounts,
    location: accountsLocation(config),
  };
  return async ({ id, payload: folder, note }) => {
    const report = (progress: string) => void note({ progress } satisfies BackupProgress).catch(() => undefined);
    const made = await sealJob
      .alone((prolong) =>
        backUp(
          { ...of, kept: { dataDir, names: keptFilesOf(config) } },
          { folder, id, product: packageJson.version, now, report, prolong },
        ),
      )
      .catch((error: unknown) => {
        throw refusalOf(error, folder) ?? error;
      });
    if (made === null) return null;
    const { totals, kept } = made;
    const result: BackedUp = { totals, kept };
    return { result, audit: { action: 'installation.backed-up', subject: folder, detail: { ...totals } } };
  };
}

/** What another try would meet again. */
function refusalOf(error: unknown, folder: string): JobRefusedError | null {
  if (error instanceof CopyError) return new JobRefusedError(error.message);
  const { code } = error as { readonly code?: unknown };
  if (code === 'ENOSPC')
    return new JobRefusedError(`The disk of ${folder} is full: nothing was left there. Free some space and try again.`);
  if (code === 'EACCES' || code === 'EROFS' || code === 'EIO' || code === 'EDQUOT')
    return new JobRefusedError(`${folder} could not be written (${String(code)}): nothing was left there.`);
  return null;
}
