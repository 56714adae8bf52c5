import type { FigureCache } from './cache/figure-cache.ts';
import { inTwoParts } from './cache/two-parts.ts';
import type { Needs } from './needs.ts';
import { clip, type Interval } from './plan/reading-plan.ts';
import type { ReadSealState } from './plan/seal-state.ts';
import { type MoneySum, sumMoney } from './read/money-sums-queries.ts';

/** Money of the whole network, for months without documents. */
export type MoneyFigures = {
  /** Grouped by owner and advertiser. A pair may have several rows. */
  money(interval: Interval): Promise<readonly MoneySum[]>;
  /** Only money that was stored since a second of the store's clock: late arrivals. */
  lateMoney(interval: Interval, arrivedFrom: number): Promise<readonly MoneySum[]>;
};

/** Cached like the cells of reports: settled time until a late event, the last minutes until any event. */
export function createMoneyFigures(
  { events }: Pick<Needs, 'events'>,
  readSealState: ReadSealState,
  { answers, settledTime }: Pick<FigureCache, 'answers' | 'settledTime'>,
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
