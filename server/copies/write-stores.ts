import { isDeepStrictEqual } from 'node:util';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { AccountsSnapshot } from '../databases/accounts/accounts-snapshot.ts';
import { fillAccounts } from '../databases/accounts/fill-accounts.ts';
import { readKnownStarts } from '../databases/accounts/installation-facts.ts';
import { knowsMigrations, migrateAccounts } from '../databases/accounts/migrate-accounts.ts';
import {
  beginCopy,
  endCopy,
  isEmptyAccounts,
  noteCopied,
  readUnfinishedCopy,
} from '../databases/accounts/unfinished-copy.ts';
import {
  dropAllParts,
  type EventsPart,
  isCampaignCopyWhole,
  isEmptyEvents,
  presentParts,
  readFigures,
  writePart,
} from '../databases/events/copy-events.ts';
import type { EventsEngine } from '../databases/events/events-engine.ts';
import { readInstallation, writeInstallation, writeStart } from '../databases/events/installation.ts';
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

/** Noted before the events store gets the id of the installation: until then an id there is not of ours. */
const HAS_ID = 'installation';

/**
 * Writes a copy into two empty stores, or goes on with the same copy where it broke off; one whose original may have
 * changed since begins its events anew. Parts of the events are compared as
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
  if (!copy.isFixed) await takeAwayEvents(target, done);
  const { parts } = copy.events;
  for (const [at, part] of parts.entries()) {
    if (copy.isFixed && done.has(partKey(part))) continue;
    await writePart(engine, part, copy.events.rows(part));
    await comparePart(target, copy, part);
    await noteCopied(accounts, partKey(part));
    report(`${at + 1} of ${parts.length} parts of the events store are there and compared: ${partName(part)}`);
  }
  await refuseOthers(target, parts);
  if (copy.installation !== null) {
    if (!copy.isFixed) await noteCopied(accounts, HAS_ID);
    await writeInstallation(engine, copy.installation);
  }

  beforeItIsOne();
  report('The events store is whole. Filling the accounts store.');
  await migrateAccounts(accounts, copy.accounts.migrations);
  await accounts.transaction().execute(async (tx) => {
    compareRows(target, await fillAccounts(tx, copy.accounts), await countAll(copy.accounts));
    await bringStart(tx, target, copy);
    await endCopy(tx);
  });
}

/** The events belong to these accounts as the original's do. */
async function bringStart(tx: AccountsDb, { engine }: TargetStores, { installation }: InstallationCopy): Promise<void> {
  const { started, planned } = await readKnownStarts(tx);
  const at = Math.max(started ?? 0, planned ?? 0);
  if (installation !== null && at > 0) await writeStart(engine, installation, at);
}

/** Which parts an earlier try has written. */
async function claimTarget(
  { accounts, engine, names }: TargetStores,
  { id, isFixed, accounts: { migrations }, events }: InstallationCopy,
  report: Report,
): Promise<ReadonlySet<string>> {
  if (!knowsMigrations(migrations) || !knowsEventsMigrations(events.migrations))
    throw new CopyError('The copy was made by a newer Voltboard: use that version.');
  const unfinished = await readUnfinishedCopy(accounts);
  if (unfinished !== null) {
    if (unfinished.id !== id)
      throw new CopyError(
        `${names.accounts} holds an unfinished copy of something else, or one to other servers: empty it, and ${names.events} too, and try again.`,
      );
    report(
      isFixed
        ? `Going on with a copy that broke off: ${unfinished.done.size} parts are there.`
        : 'A copy broke off here. Its events are copied anew, since the original may have run in between.',
    );
    return unfinished.done;
  }
  if (!(await isEmptyAccounts(accounts)))
    throw new CopyError(`${names.accounts} is not empty; nothing was changed. Name an empty one.`);
  if (!(await isEmptyEvents(engine)))
    throw new CopyError(`${names.events} is not empty; nothing was changed. Name an empty one.`);
  await beginCopy(accounts, id);
  return new Set();
}

/** Sums would not tell all that changed in between: an erasure leaves them as they are. */
async function takeAwayEvents({ engine, names }: TargetStores, done: ReadonlySet<string>): Promise<void> {
  if (!done.has(HAS_ID) && (await readInstallation(engine)) !== null)
    throw new CopyError(
      `An installation has come into ${names.events} since this copy broke off; nothing was changed there. Empty ${names.accounts.replace(/^T/, 't')}, and name an empty events store.`,
    );
  await dropAllParts(engine);
}

async function countAll({ tables, countRows }: AccountsSnapshot): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const table of tables) counts.set(table, await countRows(table));
  return counts;
}

type Counts = Readonly<Record<string, number>>;

function compareRows({ names }: TargetStores, written: Counts, expected: ReadonlyMap<string, number>): void {
  for (const [table, rows] of expected) {
    if (written[table] !== rows)
      throw new CopyError(
        `${names.accounts} got ${written[table] ?? 0} rows of ${table}, the original has ${rows}. It is no installation: empty both stores and try again.`,
      );
  }
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
