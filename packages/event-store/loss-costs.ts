import * as statement from './archive-statements.ts';
import type { EventsEngine } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';
import { countArchived } from './note-lost-rows.ts';
import type { RawLoss, SealLedger } from './seal-ledger.ts';

type Sum = { readonly events: number; readonly micros: number };

/** The cost of giving up the remaining rows of a lost week. */
export type LossCost = {
  readonly week: string;
  readonly missing: number;
  readonly expected: number;
  readonly isAccepted: boolean;
  /** The remaining sums, which are the source of all other figures for old weeks. */
  readonly left: Sum;
  /** Sums that only the campaign copy still has. Advertisers see these sums until the loss is given up. */
  readonly onlyInCopy: Sum;
};

/** Measures the cost of each loss that is not given up, oldest first. Money is spending in micro-dollars. */
export async function measureLosses(
  engine: EventsEngine,
  ledger: Pick<SealLedger, 'losses' | 'current'>,
): Promise<LossCost[]> {
  const { archive } = await ledger.current();
  const costs: LossCost[] = [];
  for (const loss of await ledger.losses()) {
    if (loss.isGivenUp) continue;
    const archived = archive.weeks.get(loss.week);
    const kept = archived === undefined ? 0 : await countArchived(engine, loss.week, archived);
    const rows = await sumOf(engine, statement.sumEvents(loss.week));
    // When the archive removes the week's events, it also chooses the larger of the two.
    const number = archived !== undefined && kept >= rows.events ? archived.number : null;
    costs.push(await costOf(engine, loss, number));
  }
  return costs;
}

async function costOf(engine: EventsEngine, loss: RawLoss, number: number | null): Promise<LossCost> {
  const { week, missing, expected, isAccepted } = loss;
  const left = await sumOf(engine, number === null ? statement.sumEvents(week) : statement.sumArchived(number));
  const onlyInCopy = await sumOf(engine, statement.sumMoreInCopy(week, number));
  return { week, missing, expected, isAccepted, left, onlyInCopy };
}

async function sumOf(engine: EventsEngine, sql: string): Promise<Sum> {
  const [found] = await readForJob<{ events: string; micros: string }>(engine, sql);
  return { events: Number(found?.events ?? 0), micros: Number(found?.micros ?? 0) };
}
