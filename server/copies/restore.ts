import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '#domain/counted.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import type { Settings } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { writeWhole } from '../lib/write-whole.ts';
import type { BackupPlace } from './backup-place.ts';
import { CopyError } from './copy-error.ts';
import type { Manifest } from './folder-format.ts';
import type { Report } from './installation-copy.ts';
import { openTarget } from './open-target.ts';
import { type ReadBackup, readFolder, type Trust } from './read-folder.ts';
import { writeStores } from './write-stores.ts';

/** Restores a backup into the empty stores of a configuration. The caller must have locked the data folder. */
export async function restore(place: BackupPlace, config: Settings, trust: Trust, report: Report): Promise<Manifest> {
  const backup = await readFolder(place, config, trust, report);
  const target = await openTarget(config);
  try {
    await writeStores(target, backup.copy, report, {
      // Restore the files before the stores become an installation: without the session secret, no second factor would
      // work.
      beforeItIsOne: () => restoreFiles(backup, config, report),
      whenFilled: (tx) => checkAuditHead(tx, backup.manifest, report),
    });
    return backup.manifest;
  } finally {
    await target.close();
  }
}

async function restoreFiles(
  { manifest: { kept }, keptFile }: ReadBackup,
  { dataDir, sessionSecret }: Settings,
  report: Report,
): Promise<void> {
  for (const name of kept) {
    const path = join(dataDir, name);
    const content = await keptFile(name);
    const isOurs =
      name !== 'session-secret' || (existsSync(path) && readFileSync(path, 'utf8').trim() === sessionSecret);
    if (isOurs) writeWhole(path, content);
    else if (content.trim() !== sessionSecret)
      report(
        'SESSION_SECRET differs from that of the backup. Everyone has to sign in again and set up their second factor again.',
      );
  }
  if (!kept.includes('session-secret'))
    report(
      'The backup does not contain the session secret. Set SESSION_SECRET to the value from the installation that made the backup.',
    );
}

const CHANGED = { one: 'audit log entry was', other: 'audit log entries were' };

/** Throws unless the end of the restored audit log matches the signed manifest. */
async function checkAuditHead(tx: AccountsDb, { audit }: Manifest, report: Report): Promise<void> {
  const { last, faults } = await verifyAudit(tx);
  if (audit !== undefined && (last.hash !== audit.hash || last.seq !== audit.seq))
    throw new CopyError(
      `The restored audit log ends with entry ${last.seq}, hash ${last.hash}; the backup states entry ${audit.seq}, hash ${audit.hash}. The result is not usable. Empty both stores and use another backup.`,
    );
  // Only warn, because rejecting the backup cannot repair earlier changes to the log.
  if (faults.length > 0)
    report(
      `WARNING: ${counted(faults.length, CHANGED)} changed or removed before the backup was made. Run verify-audit to list them.`,
    );
}
