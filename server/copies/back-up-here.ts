import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { holdLease, openEventsEngine } from '#event-store/operations.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { writeAudit } from '../audit/write-audit.ts';
import type { Settings } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { accountsLocation, eventsLocation } from '../start/store-locations.ts';
import { backUp } from './backup.ts';
import { writingKey } from './backup-keys.ts';
import { CopyError } from './copy-error.ts';
import type { Manifest } from './folder-format.ts';
import type { Report } from './installation-copy.ts';
import { keptFilesOf } from './kept-files.ts';
import { openPlace } from './open-place.ts';

type Here = { readonly accounts: AccountsDb; readonly config: Settings; readonly now: () => number };

const TRY_AGAIN_MS = 1_000;
/**
 * Maximum number of attempts to get the lease, which take up to 15 minutes. The seal job takes minutes when it seals
 * years of events for the first time.
 */
const MOST_TRIES = 900;

/**
 * Makes a backup in this process, either of stores on servers or of a data folder that the caller has locked. Holds the
 * sealing lease, so that no process seals during the backup.
 */
export async function backUpHere({ accounts, config, now }: Here, folder: string, report: Report): Promise<Manifest> {
  const ledger = createSealLedger(accounts, config.clickhouseUrl !== null);
  const run = randomUUID();
  const make = (prolong: () => Promise<void>) =>
    backUpAlone({ accounts, config, now }, { folder, run, report, prolong });
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const made = await holdLease(ledger, run, make);
    if (made !== null) return made;
    if (tries === 0) report('Waiting until sealing is finished.');
    await pause(TRY_AGAIN_MS);
  }
  throw new CopyError('Sealing has been running for 15 minutes. Check the log, then try again.');
}

type Alone = {
  readonly folder: string;
  readonly run: string;
  readonly report: Report;
  readonly prolong: () => Promise<void>;
};

async function backUpAlone(
  { accounts, config, now }: Here,
  { folder, run, report, prolong }: Alone,
): Promise<Manifest> {
  const { dataDir, clickhouseUrl } = config;
  const ledger = createSealLedger(accounts, clickhouseUrl !== null);
  const { engine } = await openEventsEngine(eventsLocation(config));
  try {
    const location = accountsLocation(config);
    const kept = { dataDir, names: keptFilesOf(config) };
    const place = await openPlace(folder, config);
    const key = writingKey(config);
    const to = { place, key, settings: config, id: run, product: packageJson.version, now, report, prolong };
    const made = await backUp({ engine, ledger, accounts, location, kept }, to);
    const entry = { action: 'installation.backed-up', subject: place.name, detail: { ...made.totals } };
    await writeAudit(accounts, { ...entry, at: now(), actorId: null, actor: 'command line', ip: '' });
    return made;
  } finally {
    await engine.close();
  }
}
