import * as statement from './archive-statements.ts';
import { repairCampaignCopy } from './campaign-copy.ts';
import { onEachShard, partitionsOf, readEachShard } from './each-shard.ts';
import { eraseVisitors } from './erase-visitors.ts';
import type { ArchivedWeek, Seal } from './events-db.ts';
import type { EventsEngine, RowsOf } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';
import type { RawLoss, SealLedger } from './seal-ledger.ts';
import { compareWeek } from './seal-statements.ts';
import { isoDate, weekEnd } from './weeks.ts';

/** A week whose events leave: how many, and what they take on disk. */
export type LeavingWeek = { readonly week: string; readonly events: number; readonly bytes: number };

export type ArchiveReport = {
  /** Those that only their sums are read of from now on (in a dry run: would be), oldest first. */
  readonly weeks: readonly LeavingWeek[];
  /** The week that could not be taken, and why; none after it was tried. */
  readonly blocked: { readonly week: string; readonly reason: string } | null;
  /** Events that readers of a moment ago may still ask for; a later run takes them away. */
  readonly isPending: boolean;
};

/** A request that took the old list of weeks a moment ago still reads their events. */
const READERS_MS = 60_000;

/** Turns old weeks of single events into sums. All of it under the lease of `run`. */
export function createArchive(engine: EventsEngine, ledger: SealLedger, clock: () => number) {
  /** Up to where nothing is left to take away. */
  let tidyUntilMs = 0;
  let hasLeftovers = true;

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
    const present = (await partitionsOf(engine, 'events')).sort();
    const due = present.filter((week) => weekEnd(week) <= until && !seal.archive.weeks.has(week));
    const bytes = await bytesByWeek(engine);
    const weeks: LeavingWeek[] = [];
    for (const week of due) {
      await ledger.prolongLease(run);
      const reason = whyNot(week, { seal, marked, losses }) ?? (await whyUnequal(week, seal, losses, isDry));
      if (reason !== null) return { weeks, blocked: { week, reason }, isPending: await isPending() };
      const events = isDry ? await countOf(statement.countEvents(week)) : await archiveWeek(run, week);
      if (events === null)
        return { weeks, blocked: { week, reason: 'events are being stored in it' }, isPending: await isPending() };
      weeks.push({ week, events, bytes: bytes.get(week) ?? 0 });
    }
    return { weeks, blocked: null, isPending: await isPending() };
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

  /** Sums of sealed days and of the campaign copy are right before the rows leave that they could be made from. */
  async function whyUnequal(
    week: string,
    seal: Seal,
    losses: ReadonlyMap<string, RawLoss>,
    isDry: boolean,
  ): Promise<string | null> {
    if (losses.has(week)) return null;
    const number = seal.weeks.get(week)?.number ?? 0;
    const compared = compareWeek(number, { week, watermark: seal.watermark });
    const [found] = await readForJob<{ differing: string }>(engine, compared);
    if (Number(found?.differing ?? 0) > 0) return 'its sealed sums differ from its events: see check-figures';
    if (!isDry) await repairCampaignCopy(engine, week, weekEnd(week));
    return null;
  }

  async function isPending(): Promise<boolean> {
    return (await ledger.current()).archive.endMs > tidyUntilMs;
  }

  /** Takes away the events of published weeks and what a crash has left. Cheap where there is nothing. */
  async function tidy(run: string): Promise<void> {
    const { archive } = await ledger.current();
    if (hasLeftovers) await settleLeftovers(run, archive.weeks);
    if (archive.endMs === tidyUntilMs) return;
    const readAt = clock() - READERS_MS;
    const marked = await ledger.markedWeeks();
    let isLeft = false;
    for (const week of await partitionsOf(engine, 'events')) {
      const archived = archive.weeks.get(week);
      if (archived === undefined) continue;
      if (archived.atMs > readAt || marked.includes(week)) isLeft = true;
      else if ((await countOf(statement.countEvents(week))) > archived.events) {
        // No event may come so late; one that did all the same is not lost.
        await archiveWeek(run, week);
        isLeft = true;
      } else await command(run, statement.dropEvents(week));
    }
    if (isLeft) return;
    const end = isoDate(archive.endMs);
    const copies = await readForJob(engine, statement.findCopies(end));
    if (copies.length > 0) await command(run, statement.deleteCopies(end));
    // The newest views of an outlet that sleeps are kept, and name nobody any more.
    await eraseVisitors({ engine }, { beforeMs: archive.endMs }, () => ledger.prolongLease(run));
    tidyUntilMs = archive.endMs;
  }

  /**
   * Sums under numbers that are not published: a run was killed before, and the events are all there; or an older accounts
   * store was restored, and they are gone: then the sums are all there is of them.
   */
  async function settleLeftovers(run: string, published: ReadonlyMap<string, ArchivedWeek>): Promise<void> {
    const weeks = new Map(published);
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
      if (known === undefined && (await countOf(statement.countEvents(week))) < events) {
        const archived = { number, events, atMs: clock() };
        if (await ledger.publishArchived(run, week, archived)) weeks.set(week, archived);
        else isLeft = true;
      } else if (known !== undefined && known.atMs > clock() - READERS_MS) isLeft = true;
      else await command(run, statement.dropArchived(number));
    }
    hasLeftovers = isLeft;
  }

  return { archive, tidy };
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

async function bytesByWeek(engine: EventsEngine): Promise<Map<string, number>> {
  const params = { database: engine.database, table: engine.rowsOf('events') };
  const bytes = new Map<string, number>();
  for (const row of await readEachShard<{ week: string; bytes: string }>(engine, () => statement.WEEK_BYTES, params))
    bytes.set(row.week, (bytes.get(row.week) ?? 0) + Number(row.bytes));
  return bytes;
}
