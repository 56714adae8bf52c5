import type { Keeper } from './keep/kept.ts';
import { inTwoParts } from './keep/two-parts.ts';
import type { Needs } from './needs.ts';
import { clip, type Interval } from './plan/reading-plan.ts';
import type { ReadSealState } from './plan/seal-state.ts';
import { type MoneySum, sumMoney } from './read/money-sums-queries.ts';

/** Money of the whole network, for months that have no documents yet. */
export type MoneyFigures = {
  /** By owner and advertiser; a pair may have several rows. */
  money(interval: Interval): Promise<readonly MoneySum[]>;
  /** Of it only what was stored since a second of the store's clock: what came late. */
  lateMoney(interval: Interval, arrivedFrom: number): Promise<readonly MoneySum[]>;
};

/** Cached as the cells of reports are: settled time until a late event, the last minutes until any event. */
export function createMoneyFigures(
  { events }: Pick<Needs, 'events'>,
  readSealState: ReadSealState,
  { answers, settledTime }: Pick<Keeper, 'answers' | 'settledTime'>,
): MoneyFigures {
  const rowsOf = (rows: readonly unknown[]) => rows.length + 1;
  const inParts = {
    settled: answers<readonly MoneySum[]>('settledCells', rowsOf),
    recent: answers<readonly MoneySum[]>('recentCells', rowsOf),
  };

  async function read(interval: Interval, arrivedFrom: number | null): Promise<readonly MoneySum[]> {
    const { archiveVersion, seal } = await readSealState();
    const name = `money|${archiveVersion}|${interval.fromMs}|${interval.toMs}|${arrivedFrom}`;
    const parts = await inTwoParts<readonly MoneySum[]>(
      inParts,
      { kind: 'all' },
      { name, settledMs: settledTime.until() },
      async (fromMs, toMs) => {
        const part = clip(interval, fromMs, toMs);
        return part.fromMs < part.toMs ? sumMoney(events, part, seal.archive, arrivedFrom) : [];
      },
    );
    return parts.flat();
  }

  return {
    money: (interval) => read(interval, null),
    lateMoney: (interval, arrivedFrom) => read(interval, arrivedFrom),
  };
}
