import type { EventsStore, SealJob } from '#event-store/operations.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Settings } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { JobRefusedError, type JobWork } from '../maintenance/job-runner.ts';
import { accountsLocation } from '../start/store-locations.ts';
import { backUp } from './backup.ts';
import { writingKey } from './backup-keys.ts';
import { CopyError } from './copy-error.ts';
import type { Manifest } from './folder-format.ts';
import { keptFilesOf } from './kept-files.ts';
import { openPlace } from './open-place.ts';

export const BACK_UP = 'backup';

export type BackedUp = Pick<Manifest, 'totals' | 'kept' | 'audit'>;
/** The job's progress notes. */
export type BackupProgress = { readonly progress?: string };

type Needs = {
  readonly accounts: AccountsDb;
  readonly events: Pick<EventsStore, 'engine'>;
  readonly sealJob: Pick<SealJob, 'alone'>;
  readonly config: Settings;
  readonly now: () => number;
};

/**
 * Creates the job that makes a backup in the process that has the events store open, while events continue to arrive.
 * The payload is the path of the target folder.
 */
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
    const kept = { dataDir, names: keptFilesOf(config) };
    const work = async (prolong: () => Promise<void>) => {
      const to = { place: await openPlace(folder, config), key: writingKey(config), settings: config };
      return backUp({ ...of, kept }, { ...to, id, product: packageJson.version, now, report, prolong });
    };
    const made = await sealJob.alone(work).catch((error: unknown) => {
      throw refusalOf(error, folder) ?? error;
    });
    if (made === null) return null;
    const result: BackedUp = { totals: made.totals, kept: made.kept, ...(made.audit && { audit: made.audit }) };
    return { result, audit: { action: 'installation.backed-up', subject: folder, detail: { ...made.totals } } };
  };
}

/** Returns the refusal for an error that would recur on another attempt; null for other errors. */
function refusalOf(error: unknown, folder: string): JobRefusedError | null {
  if (error instanceof CopyError) return new JobRefusedError(error.message);
  const { code } = error as { readonly code?: unknown };
  if (code === 'ENOSPC')
    return new JobRefusedError(
      `The disk with ${folder} is full. The incomplete backup was removed. Free some space and try again.`,
    );
  if (code === 'EACCES' || code === 'EROFS' || code === 'EIO' || code === 'EDQUOT')
    return new JobRefusedError(`${folder} could not be written (${String(code)}). The incomplete backup was removed.`);
  return null;
}
