import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createSealLedger } from '../databases/accounts/seal-ledger.ts';
import { openEventsEngine } from '../databases/events/open-events.ts';
import { accountsLocation, eventsLocation } from '../store-locations.ts';
import { backUp } from './backup.ts';
import { CopyError } from './copy-error.ts';
import type { Manifest } from './folder-format.ts';
import type { Report } from './installation-copy.ts';
import { keptFilesOf } from './kept-files.ts';

type Here = { readonly accounts: AccountsDb; readonly config: Config; readonly now: () => number };

const TRY_AGAIN_MS = 1_000;
/** Longer than a run of the seal job that died is waited for. */
const MOST_TRIES = 960;

/**
 * A backup made by this process, of stores on servers, or of a data folder that the caller has locked. Nothing is sealed
 * meanwhile, in whichever process: the lease of sealing is this run's.
 */
export async function backUpHere({ accounts, config, now }: Here, folder: string, report: Report): Promise<Manifest> {
  const { dataDir, clickhouseUrl } = config;
  const ledger = createSealLedger(accounts, clickhouseUrl !== null);
  const run = randomUUID();
  await takeLease(() => ledger.takeLease(run), report);
  try {
    const { engine } = await openEventsEngine(eventsLocation(config));
    try {
      const location = accountsLocation(config);
      const kept = { dataDir, names: keptFilesOf(config) };
      const prolong = () => ledger.prolongLease(run);
      const to = { folder, id: run, product: packageJson.version, now, report, prolong };
      return await backUp({ engine, ledger, accounts, location, kept }, to);
    } finally {
      await engine.close();
    }
  } finally {
    await ledger.releaseLease(run);
  }
}

async function takeLease(take: () => Promise<boolean>, report: Report): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (await take()) return;
    if (tries === 0) report('Waiting for sums that are being sealed.');
    await pause(TRY_AGAIN_MS);
  }
  throw new CopyError('Sums are being sealed for a quarter of an hour already: look at the log, and try again.');
}
