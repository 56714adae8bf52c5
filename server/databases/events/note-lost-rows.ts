import type { EventsEngine } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';
import type { RawLoss, SealLedger } from './seal-ledger.ts';
import * as statement from './seal-statements.ts';
import { weekEnd } from './weeks.ts';

type Counted = {
  readonly week: string;
  /** Raw rows that it has before the watermark, in fact and when it was sealed. */
  readonly present: number;
  readonly expected: number;
};

/**
 * The loss of a week that has fewer raw rows than were counted when it was sealed: they are gone, and its sums are kept. Null
 * where they are not, or where the seal holds no more than the raw rows (an older events store was restored).
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
  return { week, sealed, expected, missing: expected - present, parts: [], notedAt, isAccepted: false };
}

export async function countWeek(engine: EventsEngine, week: string, watermark: string): Promise<number> {
  const [counted] = await readForJob<{ events: string }>(engine, statement.countWeek(week, watermark));
  return Number(counted?.events ?? 0);
}

export async function countSealed(engine: EventsEngine, number: number): Promise<number> {
  const [counted] = await readForJob<{ events: string }>(engine, statement.countSealed(number));
  return Number(counted?.events ?? 0);
}
