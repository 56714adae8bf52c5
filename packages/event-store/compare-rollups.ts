import { findDifferingDays, repairCampaignCopy } from './campaign-copy.ts';
import { partitionsOf } from './each-shard.ts';
import { repairEventIds } from './event-ids.ts';
import type { ArchivedWeek, Seal } from './events-db.ts';
import type { EventsEngine } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';
import { countArchived, findArchivedLoss, lossOf } from './note-lost-rows.ts';
import { NEVER, type RawLoss, type SealLedger } from './seal-ledger.ts';
import * as statement from './seal-statements.ts';
import { numbersIn, type SealWriter } from './seal-writer.ts';
import { weekEnd } from './weeks.ts';

/** The amounts by which a customer's raw rows exceed (or, if negative, fall short of) the sealed sums of a week. */
export type Difference = {
  readonly week: string;
  readonly customerKey: number;
  /** Number of days with a difference. */
  readonly days: number;
  readonly views: number;
  readonly clicks: number;
  readonly burns: number;
  /** Micro-dollars as text, so that no digit is lost. */
  readonly micros: string;
  readonly ownerMicros: string;
  readonly energyMilliWh: string;
};

export type Comparison = {
  /** Number of compared weeks. */
  readonly weeks: number;
  readonly differences: readonly Difference[];
  /** Weeks whose sealed sums differed from their raw rows and are now repaired (or, in a dry run, still differ). */
  readonly repairedWeeks: readonly string[];
  /** Whether totals or newest views were repaired without resealing any week. */
  readonly hasRepairedTotals: boolean;
  /** Days whose campaign copy lacked rows. */
  readonly repairedDays: readonly string[];
  /** Weeks with recorded losses of raw rows, including newly found ones. */
  readonly losses: readonly RawLoss[];
};

export type CompareOptions = {
  /** Report the differences without changing anything. */
  readonly isDry?: boolean;
  /** Receives the differences before any repair. */
  readonly onFound?: (differences: readonly Difference[], weeks: number) => Promise<void>;
};

/**
 * Compares the published rollups with the raw rows, week by week. Reseals weeks that differ in either direction,
 * because raw rows are the source of truth. The exception is a week with fewer raw rows than its seal counted: its rows
 * are gone, and its sums are kept.
 */
export async function compareRollups(
  engine: EventsEngine,
  ledger: SealLedger,
  writer: SealWriter,
  { isDry = false, onFound }: CompareOptions = {},
): Promise<Comparison> {
  const seal = await ledger.current();
  const known = new Map((await ledger.losses()).map((loss) => [loss.week, loss]));
  const repairedDays: string[] = [];
  const differing: string[] = [];
  const newLosses: RawLoss[] = [];
  const weeks = await weeksOf(engine, seal);
  for (const week of weeks) {
    await writer.prolong();
    const loss = known.get(week);
    const archived = seal.archive.weeks.get(week);
    if (loss !== undefined) {
      if (!(await isRestored(engine, loss, archived))) {
        if (archived !== undefined) await noteMore(week, archived);
        continue;
      }
      if (!isDry) await ledger.endLoss(week);
    }
    if (!isDry && archived === undefined) await repairEventIds(engine, week, weekEnd(week));
    const daysOf = isDry ? findDifferingDays : repairCampaignCopy;
    if (archived === undefined) for (const day of await daysOf(engine, week, weekEnd(week))) repairedDays.push(day);
    if (await isDifferent(week)) differing.push(week);
  }

  /** Records a further loss: a week that has already lost events may also lose its sums. */
  async function noteMore(week: string, archived: ArchivedWeek): Promise<void> {
    const loss = await findArchivedLoss(engine, ledger, week, archived);
    if (loss === null) return;
    if (isDry) newLosses.push(loss);
    else await ledger.noteLoss(loss);
  }

  /** Whether a week's sums must be repaired. If raw rows are gone, records the loss instead. */
  async function isDifferent(week: string): Promise<boolean> {
    if (week >= seal.watermark) return false;
    const sealed = seal.weeks.get(week);
    const archived = seal.archive.weeks.get(week);
    const text = statement.compareWeek(sealed?.number ?? 0, sourceOf(seal, week));
    const [found] = await readForJob<{ differing: string; events: string }>(engine, text);
    const events = Number(found?.events ?? 0);
    const expected = archived?.events ?? sealed?.events ?? 0;
    if (sealed === undefined || events >= expected)
      return Number(found?.differing ?? 0) > 0 || (await isInvalidDifferent(sealed?.number ?? 0, week));
    const loss = await lossOf(engine, ledger, { week, present: events, expected });
    if (loss === null) return true;
    if (isDry) newLosses.push(loss);
    else await ledger.noteLoss(loss);
    return loss.sealed === null;
  }

  async function isInvalidDifferent(number: number, week: string): Promise<boolean> {
    const text = statement.compareInvalidWeek(number, sourceOf(seal, week));
    const [found] = await readForJob<{ differing: string }>(engine, text);
    return Number(found?.differing ?? 0) > 0;
  }

  // Late rows that arrived meanwhile also cause a difference; the next run seals them.
  const marked = await ledger.markedWeeks();
  const repairedWeeks = differing.filter((week) => !marked.includes(week));
  const isNew = ({ week }: RawLoss) => newLosses.some((loss) => loss.week === week);
  const losses = [...(await ledger.losses()).filter((loss) => !isNew(loss)), ...newLosses];
  const differences = await differencesOf(engine, seal, repairedWeeks);
  await onFound?.(differences, weeks.length);
  const areViewsWhole = losses.length === 0 && seal.archive.weeks.size === 0;
  const compared = statement.compareGeneration(seal.generation, numbersIn(seal), areViewsWhole);
  const [totals] = seal.generation === 0 ? [] : await readForJob<{ differing: string }>(engine, compared);
  const hasRepairedTotals = Number(totals?.differing ?? 0) > 0;
  if (!isDry && (repairedWeeks.length > 0 || hasRepairedTotals)) {
    await writer.seal(seal, { watermark: seal.watermark, weeks: repairedWeeks, isWhole: true });
  }
  return { weeks: weeks.length, differences, repairedWeeks, hasRepairedTotals, repairedDays, losses };
}

type DifferenceRow = { customer: number; days: string } & Record<`d${number}`, string>;

async function differencesOf(engine: EventsEngine, seal: Seal, weeks: readonly string[]): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const week of weeks) {
    const text = statement.weekDifferences(seal.weeks.get(week)?.number ?? 0, sourceOf(seal, week));
    for (const row of await readForJob<DifferenceRow>(engine, text)) {
      const [views, clicks, burns] = [Number(row.d0), Number(row.d1), Number(row.d2)];
      const money = { micros: String(row.d3), ownerMicros: String(row.d4), energyMilliWh: String(row.d5) };
      differences.push({ week, customerKey: row.customer, days: Number(row.days), views, clicks, burns, ...money });
    }
  }
  return differences;
}

/** Returns the weeks with raw rows, sealed weeks, and archived weeks. */
async function weeksOf(engine: EventsEngine, { weeks, archive }: Seal): Promise<string[]> {
  return [...new Set([...(await partitionsOf(engine, 'events')), ...weeks.keys(), ...archive.weeks.keys()])].sort();
}

/** Returns the source of a week's sealed sums. */
function sourceOf({ archive, watermark }: Seal, week: string): statement.WeekSource {
  const archived = archive.weeks.get(week);
  return archived === undefined ? { week, watermark } : { archived: archived.number };
}

async function isRestored(
  engine: EventsEngine,
  { week, sealed, notedAt, expected }: RawLoss,
  archived: ArchivedWeek | undefined,
): Promise<boolean> {
  if (archived !== undefined) return (await countArchived(engine, week, archived)) >= expected;
  const old = { until: sealed?.until ?? NEVER, since: Math.floor(notedAt / 1000) };
  const [found] = await readForJob<{ events: string }>(engine, statement.countOldRows(week, old));
  return Number(found?.events ?? 0) >= expected;
}
