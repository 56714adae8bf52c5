import { isDeepStrictEqual } from 'node:util';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { fillAccounts } from '../databases/accounts/fill-accounts.ts';
import { knowsMigrations, migrateAccounts } from '../databases/accounts/migrate-accounts.ts';
import {
  beginCopy,
  endCopy,
  isEmptyAccounts,
  noteCopied,
  readUnfinishedCopy,
} from '../databases/accounts/unfinished-copy.ts';
import {
  type EventsPart,
  isCampaignCopyWhole,
  isEmptyEvents,
  presentParts,
  readFigures,
  writePart,
} from '../databases/events/copy-events.ts';
import type { EventsEngine } from '../databases/events/events-engine.ts';
import { writeInstallation } from '../databases/events/installation.ts';
import { knowsEventsMigrations } from '../databases/events/migrate-events.ts';
import type { EngineAlone } from '../databases/events/open-events.ts';
import { CopyError } from './copy-error.ts';
import { type InstallationCopy, partKey, partName, type Report } from './installation-copy.ts';

export type TargetStores = {
  readonly accounts: AccountsDb;
  readonly engine: EventsEngine;
  readonly makeTables: EngineAlone['makeTables'];
  /** How the two are called in a message. */
  readonly names: { readonly accounts: string; readonly events: string };
};

/**
 * Writes a copy into two empty stores, or goes on with the same copy where it broke off. Parts of the events are compared as
 * soon as they are written; the accounts come last, in one transaction that also takes away the mark that this is no
 * installation yet: so what was cut short at any moment never starts as one.
 */
export async function writeStores(
  target: TargetStores,
  copy: InstallationCopy,
  report: Report,
  beforeItIsOne: () => void = () => undefined,
): Promise<void> {
  const { accounts, engine } = target;
  const done = await claimTarget(target, copy, report);
  await target.makeTables(copy.events.migrations);
  const { parts } = copy.events;
  for (const [at, part] of parts.entries()) {
    if (done.has(partKey(part))) continue;
    await writePart(engine, part, copy.events.rows(part));
    await comparePart(target, copy, part);
    await noteCopied(accounts, partKey(part));
    report(`${at + 1} of ${parts.length} parts of the events store are there and compared: ${partName(part)}`);
  }
  await refuseOthers(target, parts);
  if (copy.installation !== null) await writeInstallation(engine, copy.installation);

  beforeItIsOne();
  report('The events store is whole. Filling the accounts store.');
  await migrateAccounts(accounts, copy.accounts.migrations);
  await accounts.transaction().execute(async (tx) => {
    await fillAccounts(tx, copy.accounts);
    await endCopy(tx);
  });
}

/** Which parts an earlier try has written. */
async function claimTarget(
  { accounts, engine, names }: TargetStores,
  { id, accounts: { migrations }, events }: InstallationCopy,
  report: Report,
): Promise<ReadonlySet<string>> {
  if (!knowsMigrations(migrations) || !knowsEventsMigrations(events.migrations))
    throw new CopyError('The copy was made by a newer Voltboard: use that version.');
  const unfinished = await readUnfinishedCopy(accounts);
  if (unfinished !== null) {
    if (unfinished.id !== id)
      throw new CopyError(
        `${names.accounts} holds an unfinished copy of something else: empty it, and ${names.events} too, and try again.`,
      );
    report(`Going on with a copy that broke off: ${unfinished.done.size} parts are there.`);
    return unfinished.done;
  }
  if (!(await isEmptyAccounts(accounts)))
    throw new CopyError(`${names.accounts} is not empty; nothing was changed. Name an empty one.`);
  if (!(await isEmptyEvents(engine)))
    throw new CopyError(`${names.events} is not empty; nothing was changed. Name an empty one.`);
  await beginCopy(accounts, id);
  return new Set();
}

async function comparePart({ engine, names }: TargetStores, copy: InstallationCopy, part: EventsPart): Promise<void> {
  const isSame = isDeepStrictEqual(await readFigures(engine, part), await copy.events.figures(part));
  if (isSame && (part.table !== 'events' || (await isCampaignCopyWhole(engine, part.partition)))) return;
  throw new CopyError(
    `${names.events} does not have the figures of the original (${partName(part)}). It is no installation: empty both stores and try again.`,
  );
}

/** Nothing else may have got in meanwhile. */
async function refuseOthers({ engine, names }: TargetStores, parts: readonly EventsPart[]): Promise<void> {
  const expected = parts.filter(({ table }) => table === 'events').map(({ partition }) => partition);
  const present = await presentParts(engine, 'events');
  if (isDeepStrictEqual([...present].sort(), [...expected].sort())) return;
  throw new CopyError(`${names.events} has events that the original has not: empty both stores and try again.`);
}
