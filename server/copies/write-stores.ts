import { isDeepStrictEqual } from 'node:util';
import { capitalized } from '#domain/capitalized.ts';
import type { EngineAlone, EventsEngine } from '#event-store/operations.ts';
import {
  dropAllPartsBut,
  dropParts,
  type EventsPart,
  isCampaignCopyWhole,
  isEmptyEvents,
  knowsEventsMigrations,
  presentParts,
  readDigest,
  readFigures,
  readInstallation,
  writeInstallation,
  writePart,
  writeStart,
} from '#event-store/operations.ts';
import {
  FIRST_CONTACT_RETRY,
  JOB_RETRY,
  type Retrying,
  type RetryTimes,
  retrySteps,
  withRetries,
} from '#event-store/retry-steps.ts';
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
import { CopyError } from './copy-error.ts';
import { type InstallationCopy, partKey, partName, type Report } from './installation-copy.ts';

export type TargetStores = {
  readonly accounts: AccountsDb;
  readonly engine: EventsEngine;
  readonly makeTables: EngineAlone['makeTables'];
  /** The names of the two stores, for messages. */
  readonly names: { readonly accounts: string; readonly events: string };
};

/**
 * Name of the record that is written before the events store gets the installation's ID. If this record is missing, an
 * ID in the events store belongs to another installation.
 */
const HAS_ID = 'installation';

type Hooks = {
  readonly beforeItIsOne?: () => Promise<void>;
  /** Called in the transaction that fills the accounts. If this function throws, the transaction is rolled back. */
  readonly whenFilled?: (tx: AccountsDb) => Promise<void>;
};

/**
 * Writes a copy into two empty stores, or completes an interrupted copy.
 * 1. Claim the target: empty stores, or an unfinished copy of the same original.
 * 2. Keep the parts of the events that an earlier attempt recorded and that still equal the original's parts. Drop all
 * other parts.
 * 3. Write each missing part, compare it and record it. Each step is repeated while a store is unavailable.
 * 4. Fill the accounts in one transaction that also removes the mark of an unfinished copy. An interrupted copy
 * therefore never starts as an installation.
 */
export async function writeStores(
  target: TargetStores,
  copy: InstallationCopy,
  report: Report,
  { times = JOB_RETRY, ...hooks }: Hooks & { readonly times?: RetryTimes } = {},
): Promise<void> {
  const forMs = Math.min(times.forMs, FIRST_CONTACT_RETRY.forMs);
  const done = await retrySteps(() => claimTarget(target, copy), { times: { ...times, forMs }, report });
  const retrying = { times, report };
  await withRetries(retrying, () => fillTarget(target, copy, done, { retrying, ...hooks }));
}

type Filling = Hooks & { readonly retrying: Retrying };

async function fillTarget(
  target: TargetStores,
  copy: InstallationCopy,
  done: ReadonlySet<string> | null,
  { retrying, beforeItIsOne, whenFilled }: Filling,
): Promise<void> {
  const { accounts, engine } = target;
  const { report } = retrying;
  const patiently: Patiently = (step) => retrySteps(step, retrying);
  await patiently(() => target.makeTables(copy.events.migrations));
  const { parts } = copy.events;
  const kept = done === null ? new Set<string>() : await keepEqualParts(target, copy, done, patiently);
  if (done !== null) report(`Continuing an interrupted copy: ${kept.size} of ${parts.length} parts are already there.`);
  for (const [at, part] of parts.entries()) {
    if (kept.has(partKey(part))) continue;
    await patiently(() => fillPart(target, copy, part));
    await patiently(() => noteCopied(accounts, partKey(part)));
    report(`${at + 1} of ${parts.length} parts of the events store copied and compared: ${partName(part)}`);
  }
  await patiently(() => refuseOthers(target, parts));
  const { installation } = copy;
  if (installation !== null) {
    if (copy.events.digest !== null) await patiently(() => noteCopied(accounts, HAS_ID));
    await patiently(() => writeInstallation(engine, installation));
  }

  await beforeItIsOne?.();
  report('The events store is complete. Filling the accounts store.');
  await patiently(() => fillAccountsOnce(target, copy, whenFilled));
}

/**
 * Fills the accounts in one transaction. The response to a commit may be lost, so a copy whose mark is gone counts as
 * complete.
 */
async function fillAccountsOnce(
  target: TargetStores,
  copy: InstallationCopy,
  whenFilled: Hooks['whenFilled'],
): Promise<void> {
  const { accounts } = target;
  if ((await readUnfinishedCopy(accounts)) === null) return;
  await migrateAccounts(accounts, copy.accounts.migrations);
  await accounts.transaction().execute(async (tx) => {
    compareRows(target, await fillAccounts(tx, copy.accounts), await countAll(copy.accounts));
    await whenFilled?.(tx);
    await bringStart(tx, target, copy);
    await endCopy(tx);
  });
}

/**
 * Writes a part and compares it. A lost insert may be stored after the part was dropped, so that its rows count twice.
 * A second, clean attempt distinguishes that case from an original that cannot be copied.
 */
async function fillPart(target: TargetStores, copy: InstallationCopy, part: EventsPart): Promise<void> {
  const { engine } = target;
  await writePart(engine, part, copy.events.rows(part));
  if (await isPartEqual(target, copy, part)) return;
  await dropParts(engine, [part]);
  await writePart(engine, part, copy.events.rows(part));
  if (await isPartEqual(target, copy, part)) return;
  throw new CopyError(
    `${target.names.events} does not have the figures of the original (${partName(part)}). The result is not usable. Empty both stores and try again.`,
  );
}

async function isPartEqual({ engine }: TargetStores, { events }: InstallationCopy, part: EventsPart): Promise<boolean> {
  if (!isDeepStrictEqual(await readFigures(engine, part), await events.figures(part))) return false;
  return part.table !== 'events' || (await isCampaignCopyWhole(engine, part.partition));
}

/** Records that the events belong to these accounts, as in the original. */
async function bringStart(tx: AccountsDb, { engine }: TargetStores, { installation }: InstallationCopy): Promise<void> {
  const { started, planned } = await readKnownStarts(tx);
  const at = Math.max(started ?? 0, planned ?? 0);
  if (installation !== null && at > 0) await writeStart(engine, installation, at);
}

/** Claims the target. Returns the parts that an earlier attempt recorded, or null on the first attempt. */
async function claimTarget(
  { accounts, engine, names }: TargetStores,
  { id, accounts: { migrations }, events }: InstallationCopy,
): Promise<ReadonlySet<string> | null> {
  if (!knowsMigrations(migrations) || !knowsEventsMigrations(events.migrations))
    throw new CopyError('The copy was made by a newer version of Voltboard. Use that version.');
  const unfinished = await readUnfinishedCopy(accounts);
  if (unfinished !== null) {
    if (unfinished.id !== id)
      throw new CopyError(
        `${names.accounts} contains an incomplete copy from another source or to other servers. Empty it and ${names.events}, then try again.`,
      );
    return unfinished.done;
  }
  if (!(await isEmptyAccounts(accounts)))
    throw new CopyError(`${names.accounts} is not empty. Nothing was changed. Use an empty one.`);
  if (!(await isEmptyEvents(engine)))
    throw new CopyError(`${capitalized(names.events)} is not empty. Nothing was changed. Use an empty one.`);
  await beginCopy(accounts, id);
  return null;
}

type Patiently = <Result>(step: () => Promise<Result>) => Promise<Result>;

/**
 * Returns the recorded parts that still equal the original's parts, and drops the others. The original may have run in
 * the meantime. All values are compared, because sums are not enough: an erasure does not change sums.
 */
async function keepEqualParts(
  target: TargetStores,
  copy: InstallationCopy,
  done: ReadonlySet<string>,
  patiently: Patiently,
): Promise<ReadonlySet<string>> {
  const { engine } = target;
  const { parts, digest } = copy.events;
  if (digest !== null) await patiently(() => refuseOthersInstallation(target, done));
  const kept: EventsPart[] = [];
  for (const part of parts) {
    const isKept = async () =>
      (await isPartEqual(target, copy, part)) &&
      (digest === null || (await readDigest(engine, part)) === (await digest(part)));
    if (done.has(partKey(part)) && (await patiently(isKept))) kept.push(part);
  }
  const dropped = parts.filter((part) => !kept.includes(part));
  // For a backup, drop only the parts that it contains. Other parts cause an error later.
  await patiently(() => (digest === null ? dropParts(engine, dropped) : dropAllPartsBut(engine, kept)));
  return new Set(kept.map(partKey));
}

async function refuseOthersInstallation({ engine, names }: TargetStores, done: ReadonlySet<string>): Promise<void> {
  if (!done.has(HAS_ID) && (await readInstallation(engine)) !== null)
    throw new CopyError(
      `${capitalized(names.events)} has been used by an installation since this copy was interrupted. Nothing was changed there. Empty ${names.accounts.replace(/^T/, 't')}, and use an empty events store.`,
    );
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
        `${names.accounts} received ${written[table] ?? 0} rows of ${table}, but the original has ${rows}. The result is not usable. Empty both stores and try again.`,
      );
  }
}

/** Throws if the events store contains parts that the original does not have. */
async function refuseOthers({ engine, names }: TargetStores, parts: readonly EventsPart[]): Promise<void> {
  const expected = parts.filter(({ table }) => table === 'events').map(({ partition }) => partition);
  const present = await presentParts(engine, 'events');
  if (isDeepStrictEqual([...present].sort(), [...expected].sort())) return;
  throw new CopyError(
    `${capitalized(names.events)} has events that the original does not have. Empty both stores and try again.`,
  );
}
