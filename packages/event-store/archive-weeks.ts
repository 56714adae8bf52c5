import * as statement from './archive-statements.ts';
import { repairCampaignCopy } from './campaign-copy.ts';
import { onEachShard, partitionsOf, readEachShard } from './each-shard.ts';
import { forgetNewestViews } from './erase-visitors.ts';
import { dropIds, quarterEnd } from './event-ids.ts';
import type { ArchivedWeek, Seal } from './events-db.ts';
import type { EventsEngine, RowsOf } from './events-engine.ts';
import { createHousekeeping } from './housekeeping.ts';
import { readForJob } from './maintenance-reads.ts';
import { countArchived, noteArchivedLoss } from './note-lost-rows.ts';
import { repeatable } from './retry-steps.ts';
import type { RawLoss, SealLedger } from './seal-ledger.ts';
import { compareInvalidWeek, compareWeek } from './seal-statements.ts';
import { READERS_MS } from './seal-tidying.ts';
import { isoDate, weekEnd } from './weeks.ts';

/** A week whose events are removed: the number of events, and roughly their disk usage in bytes. */
export type LeavingWeek = { readonly week: string; readonly events: number; readonly bytes: number };

export type ArchiveReport = {
  /** Weeks that readers now see only as sums (or, in a dry run, would see only as sums), oldest first. */
  readonly weeks: readonly LeavingWeek[];
  /**
   * The first week that could not be archived, and the reason. The run stops at this week. Null if nothing blocked the
   * run.
   */
  readonly blocked: { readonly week: string; readonly reason: string } | null;
};

/** An outlet whose newest views no longer name their visitors, and an advertiser of those views. */
type NamelessViews = { readonly customerKey: number; readonly outletKey: number; readonly advertiserKey: number };

export type ArchiveHooks = {
  /** Called when leftovers could not be removed. The failure is reported once, until a run succeeds. */
  readonly failed?: (error: unknown) => void;
  /** Called with the outlets and advertisers whose newest views no longer name a visitor. */
  readonly forgotten?: (views: readonly NamelessViews[]) => Promise<void>;
  /** Called when a week has lost its sums and also some of its events. */
  readonly lost?: (week: string) => void;
};

/**
 * Replaces old weeks of single events with sums. All steps run under the lease of `run`:
 * 1. `settle` publishes or drops sums that an earlier run left unpublished.
 * 2. `archive` checks that a week's seal matches its events.
 * 3. `archive` writes the sums under a fresh number and compares them with the events.
 * 4. `archive` publishes the number in the ledger; readers then use the sums.
 * 5. `tidy` removes the events once no reader uses them.
 */
export function createArchive(
  engine: EventsEngine,
  ledger: SealLedger,
  clock: () => number,
  { failed, forgotten, lost }: ArchiveHooks = {},
) {
  /** The end of the archive up to which nothing is left to remove (epoch ms). */
  let tidyUntilMs = 0;
  let hasLeftovers = true;
  const { quietly, rest } = createHousekeeping(clock, failed);

  async function command(run: string, sql: (rowsOf: RowsOf) => string): Promise<void> {
    await ledger.prolongLease(run);
    await onEachShard(engine, sql);
  }

  async function countOf(sql: string): Promise<number> {
    const [found] = await readForJob<{ events: string }>(engine, sql);
    return Number(found?.events ?? 0);
  }

  /**
   * Archives all weeks that end by `until` (an ISO date), oldest first. Writes the sums under a fresh number, compares
   * them with the events, and publishes them. Only then does `tidy` remove the events.
   */
  async function archive(run: string, until: string, isDry: boolean): Promise<ArchiveReport> {
    const seal = await ledger.current();
    const losses = new Map((await ledger.losses()).map((loss) => [loss.week, loss]));
    const marked = await ledger.markedWeeks();
    // A week may have lost all of its events. The archive must not skip it silently.
    const all = new Set([...(await partitionsOf(engine, 'events')), ...seal.weeks.keys(), ...losses.keys()]);
    const due = [...all].filter((week) => weekEnd(week) <= until && !seal.archive.weeks.has(week)).sort();
    const bytes = await bytesByWeek(engine);
    const weeks: LeavingWeek[] = [];
    for (const week of due) {
      await ledger.prolongLease(run);
      const reason = whyNot(week, { seal, marked, losses }) ?? (await whyUnequal(week, seal, losses));
      if (reason !== null) return { weeks, blocked: { week, reason } };
      if (!isDry) await repairCampaignCopy(engine, week, weekEnd(week));
      const events = isDry
        ? await countOf(statement.countEvents(week))
        : await repeatable(() => archiveWeek(run, week));
      if (events === null) return { weeks, blocked: { week, reason: 'events are being stored in it' } };
      weeks.push({ week, events, bytes: Math.round(bytes.get(week) ?? 0) });
    }
    return { weeks, blocked: null };
  }

  /** Returns the number of archived events; null if rows were inserted into the week in the meantime. */
  async function archiveWeek(run: string, week: string): Promise<number | null> {
    hasLeftovers = true;
    const number = await ledger.nextNumber();
    await command(run, statement.archiveWeek(number, week));
    const [found] = await readForJob<{ differing: string; events: string }>(
      engine,
      statement.compareArchived(number, week),
    );
    if (found === undefined || Number(found.differing) > 0)
      throw new Error(`The sums of the week from ${week} are not those of its events: its events stay.`);
    const events = Number(found.events);
    const isPublished = await ledger.publishArchived(run, week, { number, events, atMs: clock() });
    return isPublished ? events : null;
  }

  /**
   * Returns why a week must not be archived yet, or null. Rollups made from the week's rows must be correct before the
   * rows are removed.
   */
  async function whyUnequal(week: string, seal: Seal, losses: Known['losses']): Promise<string | null> {
    // A week with a loss keeps its sealed sums. Advertisers' figures are from the campaign copy, which may have lost
    // nothing.
    const loss = losses.get(week);
    if (loss !== undefined)
      return !loss.isGivenUp && (await countOf(statement.countMoreInCopy(week))) > 0
        ? 'the figures of advertisers still have events of it that are missing otherwise: restore these from a backup, or see accept-missing-events --give-up'
        : null;
    const number = seal.weeks.get(week)?.number ?? 0;
    const compared = compareWeek(number, { week, watermark: seal.watermark });
    const [found] = await readForJob<{ differing: string }>(engine, compared);
    const text = compareInvalidWeek(number, { week, watermark: seal.watermark });
    const [invalid] = await readForJob<{ differing: string }>(engine, text);
    const differing = Number(found?.differing ?? 0) + Number(invalid?.differing ?? 0);
    return differing > 0 ? 'its sealed sums differ from its events: see check-figures' : null;
  }

  /** Removes the events of archived weeks. Cheap if there are no such events. */
  async function tidy(run: string): Promise<void> {
    const { archive } = await ledger.current();
    if (archive.endMs === tidyUntilMs) return;
    const readAt = clock() - READERS_MS;
    const marked = await ledger.markedWeeks();
    const givenUp = new Set((await ledger.losses()).filter(({ isGivenUp }) => isGivenUp).map(({ week }) => week));
    const short = new Set<string>();
    let isLeft = false;
    for (const week of await partitionsOf(engine, 'events')) {
      const archived = archive.weeks.get(week);
      if (archived === undefined) continue;
      const mustWait = archived.atMs > readAt || marked.includes(week);
      const outcome = mustWait ? 'wait' : await takeAway(run, week, archived, givenUp.has(week));
      if (outcome === 'wait') isLeft = true;
      if (outcome === 'short') short.add(week);
    }
    if (isLeft) return;
    await deleteCopies(run, archive, { short, givenUp });
    // An inactive outlet keeps its newest views, but without their visitors.
    const views = await forgetNewestViews({ engine }, archive.endMs, () => ledger.prolongLease(run));
    if (views.length > 0) await forgotten?.(views);
    if (short.size === 0) await dropOldIds(run, isoDate(archive.endMs));
    if (short.size > 0) rest();
    else tidyUntilMs = archive.endMs;
  }

  /**
   * Drops the events of a week if the sums cover all of them. If an older copy of the store or of a shard was restored,
   * events may have returned whose sums are missing.
   */
  async function takeAway(
    run: string,
    week: string,
    archived: ArchivedWeek,
    isGivenUp: boolean,
  ): Promise<'gone' | 'wait' | 'short'> {
    const present = await countOf(statement.countEvents(week));
    const kept = await countArchived(engine, week, archived);
    // Ingestion accepts no event this late, but an event that was stored nevertheless is not lost. For a given-up loss,
    // the larger of sums and events is kept.
    const isBetter = isGivenUp && present > kept;
    if (isBetter || present > archived.events || (present === archived.events && kept !== present)) {
      await archiveWeek(run, week);
      return 'wait';
    }
    if (kept === archived.events || isGivenUp) {
      await command(run, statement.dropEvents(week));
      return 'gone';
    }
    if ((await noteArchivedLoss(engine, ledger, week, archived)) !== null) lost?.(week);
    return 'short';
  }

  /**
   * Drops the IDs of quarters that end at or before the end of the archive. In later quarters, IDs of removed events
   * match no event and do no harm.
   */
  async function dropOldIds(run: string, end: string): Promise<void> {
    for (const quarter of await partitionsOf(engine, 'event_ids'))
      if (quarterEnd(quarter) <= end) await command(run, dropIds(quarter));
  }

  /**
   * Deletes archived weeks from the campaign copy, except weeks whose sums are incomplete and whose loss was not given
   * up.
   */
  async function deleteCopies(
    run: string,
    archive: Seal['archive'],
    { short, givenUp }: Readonly<Record<'short' | 'givenUp', ReadonlySet<string>>>,
  ): Promise<void> {
    const gone: string[] = [];
    for (const { week } of await readForJob<{ week: string }>(engine, statement.findCopies(isoDate(archive.endMs)))) {
      const archived = archive.weeks.get(week);
      if (archived === undefined || short.has(week)) continue;
      const isWhole = (await countArchived(engine, week, archived)) === archived.events;
      if (isWhole || givenUp.has(week)) gone.push(week);
    }
    if (gone.length > 0) await command(run, statement.deleteCopies(gone));
  }

  /**
   * Handles sums under unpublished numbers. If an earlier run was killed, all events still exist. If an older accounts
   * store was restored, the events may be gone, with only the sums left.
   */
  async function settle(run: string): Promise<void> {
    if (!hasLeftovers) return;
    const weeks = new Map((await ledger.current()).archive.weeks);
    const used = new Set([...weeks.values()].map(({ number }) => number));
    const found: { number: number; week: string; events: number }[] = [];
    for (const number of (await partitionsOf(engine, 'archived_quarter')).map(Number)) {
      if (used.has(number)) continue;
      const [row] = await readForJob<{ week: string; events: string }>(engine, statement.describeArchived(number));
      found.push({ number, week: row?.week ?? '', events: Number(row?.events ?? 0) });
    }
    let isLeft = false;
    for (const { number, week, events } of found.sort((a, b) => b.events - a.events)) {
      const known = weeks.get(week);
      const kept = known === undefined ? 0 : await countArchived(engine, week, known);
      const isUnused = known !== undefined && kept === known.events;
      if (isUnused && known.atMs > clock() - READERS_MS) isLeft = true;
      else if (isUnused || (await countOf(statement.countEvents(week))) >= events)
        await command(run, statement.dropArchived(number));
      else if (events > kept) {
        const archived = { number, events, atMs: clock() };
        if (await ledger.publishArchived(run, week, archived)) weeks.set(week, archived);
        else isLeft = true;
      }
    }
    hasLeftovers = isLeft;
  }

  return { archive, settle: quietly(settle), tidy: quietly(tidy) };
}

type Known = {
  readonly seal: Seal;
  readonly marked: readonly string[];
  readonly losses: ReadonlyMap<string, RawLoss>;
};

function whyNot(week: string, { seal, marked, losses }: Known): string | null {
  if (seal.generation === 0 || weekEnd(week) > seal.watermark) return 'it is not sealed yet';
  if (marked.includes(week)) return 'late events are being sealed in it';
  if (losses.get(week)?.isAccepted === false)
    return 'events of it are missing: restore them, or see accept-missing-events';
  return null;
}

/** Returns the disk usage of each week, including its share of the campaign copy, which is partitioned by month. */
async function bytesByWeek(engine: EventsEngine): Promise<Map<string, number>> {
  const read = (table: string) =>
    readEachShard<{ week: string; bytes: string; rows: string }>(engine, () => statement.PARTITION_BYTES, {
      database: engine.database,
      table: engine.rowsOf(table),
    });
  const copies = await read('events_by_campaign');
  const total = (figures: readonly string[]) => figures.reduce((sum, figure) => sum + Number(figure), 0);
  const bytesOfCopy = total(copies.map((copy) => copy.bytes)) / Math.max(1, total(copies.map((copy) => copy.rows)));
  const bytes = new Map<string, number>();
  for (const part of await read('events'))
    bytes.set(part.week, (bytes.get(part.week) ?? 0) + Number(part.bytes) + Number(part.rows) * bytesOfCopy);
  return bytes;
}
