import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listParts, openEventsEngine, readDigest, readFigures, readPart } from '#event-store/operations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { withSnapshot } from '../databases/accounts/accounts-snapshot.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { readFact } from '../databases/accounts/installation-facts.ts';
import { openAccounts } from '../databases/accounts/open-accounts.ts';
import { readUnfinishedCopy } from '../databases/accounts/unfinished-copy.ts';
import { CopyError } from './copy-error.ts';
import type { InstallationCopy, Report } from './installation-copy.ts';
import { openTarget, type Places } from './open-target.ts';
import { writeStores } from './write-stores.ts';

type Servers = Omit<Places, 'dataDir' | 'clickhouseUrl'> & { readonly clickhouseUrl: string };

/**
 * Copies an idle embedded installation to servers and leaves the original unchanged. The caller must have locked the
 * data folder.
 */
export async function move(dataDir: string, servers: Servers, report: Report): Promise<void> {
  if (!existsSync(join(dataDir, 'accounts.sqlite'))) throw noInstallation(dataDir);
  const accounts = await openAccounts({ dataDir });
  try {
    if ((await readUnfinishedCopy(accounts)) !== null)
      throw new CopyError(`An earlier copy to ${dataDir} was interrupted. Complete it first.`);
    const { engine } = await openEventsEngine({ dataDir });
    try {
      const installation = await installationOf(accounts, dataDir);
      const { migrations, parts } = await listParts(engine, createSealLedger(accounts));
      const target = await openTarget({ dataDir, ...servers });
      try {
        await withSnapshot({ dataDir }, (snapshot) => {
          const copy: InstallationCopy = {
            id: `${installation} to ${eventsPlaceOf(servers)}`,
            installation,
            accounts: snapshot,
            events: {
              migrations,
              parts,
              rows: (part) => readPart(engine, part),
              figures: (part) => readFigures(engine, part),
              digest: (part) => readDigest(engine, part),
            },
          };
          return writeStores(target, copy, report);
        });
      } finally {
        await target.close();
      }
    } finally {
      await engine.close();
    }
  } finally {
    await accounts.destroy();
  }
}

/**
 * Returns the part of the copy's ID that names the target. A resumed attempt removes events, which must only happen in
 * the store that the copy found empty.
 */
function eventsPlaceOf({ clickhouseUrl, clickhouseCluster }: Servers): string {
  const { host, pathname } = new URL(clickhouseUrl);
  return [host + pathname, clickhouseCluster?.name ?? []].flat().join(' ');
}

async function installationOf(accounts: AccountsDb, dataDir: string): Promise<string> {
  const id = await readFact(accounts, 'installation').catch(() => null);
  if (id === null) throw noInstallation(dataDir);
  return id;
}

const noInstallation = (dataDir: string) =>
  new CopyError(
    `${dataDir} contains no installation. Check DATA_DIR, or start the server there once with this version.`,
  );
