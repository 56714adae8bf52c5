import * as statement from './archive-statements.ts';
import { repairCampaignCopy } from './campaign-copy.ts';
import { onEachShard, partitionsOf, readEachShard } from './each-shard.ts';
import { forgetNewestViews } from './erase-visitors.ts';
import type { ArchivedWeek, Seal } from './events-db.ts';
import type { EventsEngine, RowsOf } from './events-engine.ts';
import { createHousekeeping } from './housekeeping.ts';
import { readForJob } from './maintenance-reads.ts';
import { countArchived, noteArchivedLoss } from './note-lost-rows.ts';
import type { RawLoss, SealLedger } from './seal-ledger.ts';
import { compareInvalidWeek, compareWeek } from './seal-statements.ts';
import { READERS_MS } from './seal-tidying.ts';
import { isoDate, weekEnd } from './weeks.ts';

/** A week whose events leave: how many, and about what they take on disk. */
export type LeavingWeek = { readonly week: string; readonly events: number; readonly bytes: number };

export type ArchiveReport = {
  /** Those that only their sums are read of from now on (in a dry run: would be), oldest first. */
  readonly weeks: readonly LeavingWeek[];
  /** The week that could not be taken, and why; none after it was tried. */
  readonly blocked: { readonly week: string; readonly reason: string } | null;
};

/** An outlet of whose newest views some name nobody any more, and an advertiser of these. */
type NamelessViews = { readonly customerKey: number; readonly outletKey: number; readonly advertiserKey: number };

export type ArchiveHooks = {
  /** What is left could not be taken away; told once, until it could. */
  readonly failed?: (error: unknown) => void;
  /** Newest views of these name nobody any more. */
  readonly forgotten?: (views: readonly NamelessViews[]) => Promise<void>;
  /** The sums of a week are not there any more, nor all of its events. */
  readonly lost?: (week: string) => void;
};

/** Turns old weeks of single events into sums. All of it under the lease of `run`. */
export function createArchive(
  engine: EventsEngine,
  ledger: SealLedger,
  clock: () => number,
  { failed, forgotten, lost }: ArchiveHooks = {},
) {
  /** Up to where nothing is left to take away. */
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
   * Takes all weeks that end not later than `until` (an ISO date) out of the events, oldest first. Sums are written under a
   * fresh number, compared with the events, and published; only then do the events leave, by `tidy`.
   */
  async function archive(run: string, until: string, isDry: boolean): Promise<ArchiveReport> {
    const seal = await ledger.current();
    const losses = new Map((await ledger.losses()).map((loss) => [loss.week, loss]));
    const marked = await ledger.markedWeeks();
    // A week of which no event is left is no week without events: the archive must not go past it unseen.
    const all = new Set([...(await partitionsOf(engine, 'events')), ...seal.weeks.keys(), ...losses.keys()]);
    const due = [...all].filter((week) => weekEnd(week) <= until && !seal.archive.weeks.has(week)).sort();
    const bytes = await bytesByWeek(engine);
    const weeks: LeavingWeek[] = [];
    for (const week of due) {
      await ledger.prolongLease(run);
      const reason = whyNot(week, { seal, marked, losses }) ?? (await whyUnequal(week, seal, losses));
      if (reason !== null) return { weeks, blocked: { week, reason } };
      if (!isDry) await repairCampaignCopy(engine, week, weekEnd(week));
      const events = isDry ? await countOf(statement.countEvents(week)) : await archiveWeek(run, week);
      if (events === null) return { weeks, blocked: { week, reason: 'events are being stored in it' } };
      weeks.push({ week, events, bytes: Math.round(bytes.get(week) ?? 0) });
    }
    return { weeks, blocked: null };
  }

  /** Null where an insert got in between. */
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

  /** What is made from the rows of a week has to be right before they leave. */
  async function whyUnequal(week: string, seal: Seal, losses: Known['losses']): Promise<string | null> {
    // Its sums are kept as they were sealed; what advertisers are shown is made from the copy, which may have lost nothing.
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

  /** Takes away the events of published weeks. Cheap where there is nothing. */
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
    // The newest views of an outlet that sleeps are kept, and name nobody any more.
    const views = await forgetNewestViews({ engine }, archive.endMs, () => ledger.prolongLease(run));
    if (views.length > 0) await forgotten?.(views);
    if (short.size > 0) rest();
    else tidyUntilMs = archive.endMs;
  }

  /**
   * Drops the events of a week, if there are sums of all of them: after an older copy of the events store was put back, or
   * that of one shard, there may be events again and no sums.
   */
  async function takeAway(
    run: string,
    week: string,
    archived: ArchivedWeek,
    isGivenUp: boolean,
  ): Promise<'gone' | 'wait' | 'short'> {
    const present = await countOf(statement.countEvents(week));
    const kept = await countArchived(engine, week, archived);
    // No event may come so late; one that did all the same is not lost. Of a loss that was given up whatever has more stays.
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

  /** Only of weeks whose sums are there. */
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
   * Sums under numbers that are not published: a run was killed before, and the events are all there; or an older accounts
   * store was restored, and they are gone: then the sums are all there is of them.
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

/** With their part of the copy by campaign, which lies by months. */
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
