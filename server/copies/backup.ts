import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { type AccountsLocation, withSnapshot } from '../databases/accounts/accounts-snapshot.ts';
import { readFact } from '../databases/accounts/installation-facts.ts';
import { listParts, readFigures, readPart } from '../databases/events/copy-events.ts';
import type { EventsEngine } from '../databases/events/events-engine.ts';
import type { SealLedger } from '../databases/events/seal-ledger.ts';
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
  /** Absolute. */
  readonly folder: string;
  readonly id: string;
  readonly product: string;
  readonly now: () => number;
  readonly report: Report;
  /** Throws if something may have been published meanwhile: the lease of sealing is held beside the work. */
  readonly prolong: () => Promise<void>;
};

/**
 * Writes a backup while events go on coming in; to be called while nothing is sealed. The events come first: whatever customer
 * or flight they name is in accounts that are read later, and a late event's mark is too. All that was acknowledged before
 * this begins is in it. What the same try has made before is not made again.
 */
export async function backUp(of: BackupOf, to: BackupTo): Promise<Manifest> {
  const made = madeBefore(to.folder, to.id);
  if (made !== null) return made;
  const writer = beginFolder(to.folder, to.id);
  try {
    const { migrations, parts } = await listParts(of.engine, of.ledger);
    for (const [at, part] of parts.entries()) {
      await to.prolong();
      // Rollups stay as they are; raw rows may have become more by the time they are asked for again.
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
    writer.giveUp();
    throw error;
  }
}
