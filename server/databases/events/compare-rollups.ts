import { repairCampaignCopy } from './campaign-copy.ts';
import { partitionsOf } from './each-shard.ts';
import type { Seal } from './events-db.ts';
import type { EventsEngine } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';
import { NEVER, type RawLoss, type SealLedger } from './seal-ledger.ts';
import * as statement from './seal-statements.ts';
import { countSealed, numbersIn, type SealWriter } from './seal-writer.ts';
import { weekEnd } from './weeks.ts';

export type Comparison = {
  /** Weeks whose sealed sums were not those of their raw rows, and are now. */
  readonly repairedWeeks: readonly string[];
  /** Whether totals or newest views had to be computed anew on their own. */
  readonly hasRepairedTotals: boolean;
  /** Days whose campaign copy lacked rows. */
  readonly repairedDays: readonly string[];
  /** Weeks of which raw rows are known to be gone, those found just now included. */
  readonly losses: readonly RawLoss[];
};

/**
 * Compares the published rollups with the raw rows, week by week, and seals anew what differs in either direction: raw is
 * the truth. Only where there are fewer raw rows than were counted when the week was sealed are they gone, and its sums stay.
 */
export async function compareRollups(
  engine: EventsEngine,
  ledger: SealLedger,
  writer: SealWriter,
  nowMs: number,
): Promise<Comparison> {
  const seal = await ledger.current();
  const known = new Map((await ledger.losses()).map((loss) => [loss.week, loss]));
  const repairedDays: string[] = [];
  const differing: string[] = [];
  for (const week of await weeksOf(engine, seal)) {
    await writer.prolong();
    const loss = known.get(week);
    if (loss !== undefined) {
      if (!(await isRestored(engine, loss))) continue;
      await ledger.endLoss(week);
    }
    repairedDays.push(...(await repairCampaignCopy(engine, week, weekEnd(week))));
    if (await isDifferent(week)) differing.push(week);
  }

  /** Notes it instead when its raw rows are gone. */
  async function isDifferent(week: string): Promise<boolean> {
    if (week >= seal.watermark) return false;
    const sealed = seal.weeks.get(week);
    const text = statement.compareWeek(sealed?.number ?? 0, week, seal.watermark);
    const [found] = await readForJob<{ differing: string; events: string }>(engine, text);
    const events = Number(found?.events ?? 0);
    if (sealed === undefined || events >= sealed.events) return Number(found?.differing ?? 0) > 0;
    const until = weekEnd(week) < seal.watermark ? weekEnd(week) : seal.watermark;
    // A seal that holds no more than the raw rows (an older events store was restored) is not worth keeping.
    const isKept = (await countSealed(engine, sealed.number)) > events;
    const lost = { expected: sealed.events, missing: sealed.events - events, parts: [], notedAt: nowMs };
    await ledger.noteLoss({ week, sealed: isKept ? { number: sealed.number, until } : null, ...lost });
    return !isKept;
  }

  // Late rows that came in meanwhile make a difference too, and are sealed by the next run.
  const marked = await ledger.markedWeeks();
  const repairedWeeks = differing.filter((week) => !marked.includes(week));
  const losses = await ledger.losses();
  const compared = statement.compareGeneration(seal.generation, numbersIn(seal), losses.length === 0);
  const [totals] = seal.generation === 0 ? [] : await readForJob<{ differing: string }>(engine, compared);
  const hasRepairedTotals = Number(totals?.differing ?? 0) > 0;
  if (repairedWeeks.length > 0 || hasRepairedTotals) {
    await writer.seal(seal, { watermark: seal.watermark, weeks: repairedWeeks, isWhole: true });
  }
  return { repairedWeeks, hasRepairedTotals, repairedDays, losses };
}

/** Weeks with raw rows and weeks that are sealed. */
async function weeksOf(engine: EventsEngine, { weeks }: Seal): Promise<string[]> {
  return [...new Set([...(await partitionsOf(engine, 'events')), ...weeks.keys()])].sort();
}

async function isRestored(engine: EventsEngine, { week, sealed, notedAt, expected }: RawLoss): Promise<boolean> {
  const old = { until: sealed?.until ?? NEVER, since: Math.floor(notedAt / 1000) };
  const [found] = await readForJob<{ events: string }>(engine, statement.countOldRows(week, old));
  return Number(found?.events ?? 0) >= expected;
}
