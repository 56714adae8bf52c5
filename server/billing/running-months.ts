import { monthBounds, monthOf, nextMonth } from '#domain/billing-month.ts';
import { LATEST_DAYS_LATE } from '#domain/constants.ts';
import { DAY_MS } from '#domain/durations.ts';
import { wallClock } from '#domain/zoned-day.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { findMonths } from './months-queries.ts';
import { sumWaitingAdjustments } from './unbilled-queries.ts';

type Money = {
  readonly ownerKey: number;
  readonly advertiserKey: number;
  readonly amount: bigint;
  readonly owner: bigint;
};
type Interval = { readonly fromMs: number; readonly toMs: number };

type Needs = {
  readonly accounts: AccountsDb;
  readonly figures: {
    money(interval: Interval): Promise<readonly Money[]>;
    lateMoney(interval: Interval, arrivedFrom: number): Promise<readonly Money[]>;
  };
  readonly config: { readonly networkTimeZone: string; readonly firstMonth: string | null };
  readonly now: () => number;
};

/** The totals of a month's documents if the month were closed now, in micro-dollars by customer key. */
export type RunningMonth = {
  readonly month: string;
  readonly billed: ReadonlyMap<number, bigint>;
  readonly owed: ReadonlyMap<number, bigint>;
};

/**
 * Maximum number of months, as in `unbilledDocuments`: the running month, and earlier months that are not closed yet.
 */
const MOST_MONTHS = 3;
const WATCHED_MS = (LATEST_DAYS_LATE + 1) * DAY_MS;

/**
 * Returns the amounts billed and earned so far in the months that aren't final, oldest first. Each month includes:
 * 1. The month's delivery.
 * 2. In the next month to be closed, late events of earlier months.
 * 3. Also in that month, adjustments without a document.
 * Excludes the fractions of a cent that documents carry over.
 */
export async function runningMonths(needs: Needs, only?: string): Promise<RunningMonth[]> {
  const { accounts, config, figures, now } = needs;
  const zone = config.networkTimeZone;
  const current = monthOf(wallClock(now(), zone).date);
  const final = (await findMonths(accounts)).filter(({ final_at: at }) => at !== null);
  const last = final.at(-1);
  const first = last === undefined ? firstOpen(current, config) : nextMonth(last.month);
  const open: (Interval & { readonly month: string })[] = [];
  let fromMs = last?.to_at ?? monthBounds(first, zone).fromMs;
  for (let month = first; month <= current; month = nextMonth(month)) {
    const { toMs } = monthBounds(month, zone);
    open.push({ month, fromMs, toMs });
    fromMs = toMs;
  }
  const wanted = open.slice(-MOST_MONTHS).filter(({ month }) => only === undefined || month === only);
  const billedUntil = Math.max(0, ...final.map(({ cut_off_at: at }) => at ?? 0));
  const watched = final.filter(({ to_at: to }) => billedUntil * 1_000 < to + WATCHED_MS);
  const late = async (): Promise<readonly Money[]> => {
    const parts = watched.map((month) => figures.lateMoney({ fromMs: month.from_at, toMs: month.to_at }, billedUntil));
    return [...(await Promise.all(parts)).flat(), ...(await sumWaitingAdjustments(accounts))];
  };
  return Promise.all(
    wanted.map(async ({ month, ...interval }) => {
      const [delivered, more] = await Promise.all([figures.money(interval), month === first ? late() : []]);
      const rows = [...delivered, ...more];
      return {
        month,
        billed: sumBy(rows, ({ advertiserKey, amount }) => [advertiserKey, amount]),
        owed: sumBy(rows, ({ ownerKey, owner }) => [ownerKey, owner]),
      };
    }),
  );
}

/**
 * Returns the first open month if none is closed yet: the previous month, or the first billed month if that is later.
 */
function firstOpen(current: string, { networkTimeZone: zone, firstMonth }: Needs['config']): string {
  const before = monthOf(wallClock(monthBounds(current, zone).fromMs - 1, zone).date);
  return firstMonth !== null && firstMonth > before ? firstMonth : before;
}

/**
 * Sums by customer key. Skips key 0, which means no customer: house ads, and sides of an adjustment without a document.
 */
function sumBy(rows: readonly Money[], of: (row: Money) => readonly [number, bigint]): ReadonlyMap<number, bigint> {
  const sums = new Map<number, bigint>();
  for (const row of rows) {
    const [key, micros] = of(row);
    if (key !== 0) sums.set(key, (sums.get(key) ?? 0n) + micros);
  }
  return sums;
}
