import type { EventsEngine, SealLedger } from '#event-store/operations.ts';
import { listParts, readFigures, readPart } from '#event-store/operations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { type AccountsLocation, withSnapshot } from '../databases/accounts/accounts-snapshot.ts';
import { readFact } from '../databases/accounts/installation-facts.ts';
import type { BackupKey, KeySettings } from './backup-keys.ts';
import type { BackupPlace } from './backup-place.ts';
import type { Manifest } from './folder-format.ts';
import { partName, type Report } from './installation-copy.ts';
import { beginFolder, madeBefore } from './write-folder.ts';

type BackupOf = {
  readonly engine: EventsEngine;
  readonly ledger: Pick<SealLedger, 'current' | 'losses'>;
  readonly accounts: AccountsDb;
  readonly location: AccountsLocation;
  readonly kept: { readonly dataDir: string; readonly names: Manifest['kept'] };
};

type BackupTo = {
  readonly place: BackupPlace;
  readonly key: BackupKey;
  readonly settings: KeySettings;
  readonly id: string;
  readonly product: string;
  readonly now: () => number;
  readonly report: Report;
  /** Throws if a rollup may have been published meanwhile: the sealing lease is held beside the work. */
  readonly prolong: () => Promise<void>;
};

/**
 * Writes a backup while events continue to arrive. The caller must prevent sealing.
 * The events come first. The accounts are read later, so they contain every customer and flight that the events name,
 * and the marks of late events. The backup contains everything that was acknowledged before it began. A repeated try
 * keeps its earlier files.
 */
export async function backUp(of: BackupOf, to: BackupTo): Promise<Manifest> {
  const made = await madeBefore(to.place, to.id, to.settings);
  if (made !== null) return made;
  const writer = await beginFolder(to.place, to);
  try {
    const { migrations, parts } = await listParts(of.engine, of.ledger);
    for (const [at, part] of parts.entries()) {
      await to.prolong();
      // Rollups stay unchanged. Raw rows may have increased by the time they are read again.
      const figures = part.table === 'events' ? null : await readFigures(of.engine, part);
      await writer.writeEvents(part, readPart(of.engine, part), figures);
      to.report(`${at + 1} of ${parts.length} parts of the events store: ${partName(part)}`);
    }
    await withSnapshot(of.location, writer.writeAccounts);
    await to.prolong();
    await writer.keepFiles(of.kept.dataDir, of.kept.names);
    const installation = await readFact(of.accounts, 'installation');
    const facts = { product: to.product, made: new Date(to.now()).toISOString(), installation };
    return await writer.finish(facts, migrations);
  } catch (error) {
    await writer.giveUp();
    throw error;
  }
}
