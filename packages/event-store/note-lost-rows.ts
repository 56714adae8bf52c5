import { describeArchived } from './archive-statements.ts';
import type { ArchivedWeek } from './events-db.ts';
import type { EventsEngine } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';
import type { RawLoss, SealLedger } from './seal-ledger.ts';
import * as statement from './seal-statements.ts';
import { weekEnd } from './weeks.ts';

type Counted = {
  readonly week: string;
  /** `present`: the current number of raw rows before the watermark. `expected`: the number when the seal was made. */
  readonly present: number;
  readonly expected: number;
};

/**
 * Returns the loss of a week that has fewer raw rows than its seal counted: the rows are gone, and the week's sums are
 * kept. Null if no rows are gone or the week has no seal. `sealed` is null if the seal holds no more than the raw rows
 * (an older events store was restored).
 */
export async function lossOf(
  engine: EventsEngine,
  ledger: SealLedger,
  { week, present, expected }: Counted,
): Promise<RawLoss | null> {
  if (present >= expected) return null;
  const { weeks, watermark } = await ledger.current();
  const published = weeks.get(week);
  if (published === undefined) return null;
  const until = weekEnd(week) < watermark ? weekEnd(week) : watermark;
  const isKept = (await countSealed(engine, published.number)) > present;
  const sealed = isKept ? { number: published.number, until } : null;
  const notedAt = await ledger.publishedAt();
  return {
    week,
    sealed,
    expected,
    missing: expected - present,
    parts: [],
    notedAt,
    isAccepted: false,
    isGivenUp: false,
  };
}

/** Returns the number of events in the sums of an archived week. */
export async function countArchived(engine: EventsEngine, week: string, { number }: ArchivedWeek): Promise<number> {
  const [found] = await readForJob<{ week: string; events: string }>(engine, describeArchived(number));
  return found?.week === week ? Number(found.events) : 0;
}

/**
 * Returns the loss of an archived week that has fewer events than published, including earlier losses; null if nothing
 * new was lost.
 */
export async function findArchivedLoss(
  engine: EventsEngine,
  ledger: SealLedger,
  week: string,
  archived: ArchivedWeek,
): Promise<RawLoss | null> {
  const kept = await countArchived(engine, week, archived);
  if (kept >= archived.events) return null;
  const before = (await ledger.losses()).find((loss) => loss.week === week);
  const expected = Math.max(before?.expected ?? 0, archived.events);
  const loss = await lossOf(engine, ledger, { week, present: kept, expected });
  if (loss === null || (before !== undefined && before.missing >= loss.missing)) return null;
  return { ...loss, sealed: before?.sealed ?? loss.sealed, parts: before?.parts ?? [] };
}

export async function noteArchivedLoss(
  engine: EventsEngine,
  ledger: SealLedger,
  week: string,
  archived: ArchivedWeek,
): Promise<RawLoss | null> {
  const loss = await findArchivedLoss(engine, ledger, week, archived);
  if (loss !== null) await ledger.noteLoss(loss);
  return loss;
}

export async function countWeek(engine: EventsEngine, week: string, watermark: string): Promise<number> {
  const [counted] = await readForJob<{ events: string }>(engine, statement.countWeek(week, watermark));
  return Number(counted?.events ?? 0);
}

export async function countSealed(engine: EventsEngine, number: number): Promise<number> {
  const [counted] = await readForJob<{ events: string }>(engine, statement.countSealed(number));
  return Number(counted?.events ?? 0);
}
