import { closesAt, isMonth, monthBounds, monthOf, nextMonth } from '#domain/billing-month.ts';
import { wallClock } from '#domain/zoned-day.ts';
import { withJobLease } from '../databases/accounts/job-lease.ts';
import { type ClosedMonth, type Closing, closeMonth } from './close-month.ts';
import { firstEventMs } from './month-events-queries.ts';
import { findMonths } from './months-queries.ts';
import { type LedgerVerdict, verifyLedger } from './verify-ledger.ts';

/** Thrown if a month cannot be closed. The message tells the user the reason. */
export class MonthRefusedError extends Error {
  override readonly name = 'MonthRefusedError';
}

export type Billing = {
  /**
   * Closes the months whose waiting period is over, oldest first. Closes no month until the first month to bill is
   * decided.
   */
  closeDue(): Promise<ClosedMonth[]>;
  /** Closes a past month and all earlier months, without a waiting period. */
  close(month: string): Promise<ClosedMonth[]>;
  /**
   * Returns the month of the first event if several months are waiting and the configuration names no first month;
   * otherwise null.
   */
  undecidedSince(): Promise<string | null>;
  verify(): Promise<LedgerVerdict>;
};

/** Simulated payments of a demo network, where no real money moves. */
export type InventedMoney = {
  /** Returns whether this network belongs to the demo. */
  isOfDemo(): Promise<boolean>;
  /** Simulates all payments that are due up to this time and not yet made. */
  settle(untilMs: number): Promise<void>;
};

type Needs = Pick<Closing, 'accounts' | 'events' | 'network' | 'now'> & {
  readonly config: {
    readonly closeAfterDays: number;
    readonly currency: string;
    readonly networkTimeZone: string;
    readonly firstMonth: string | null;
    /** Whether this is a demo network, which bills all its months. */
    readonly demo: boolean;
  };
  /** Returns the time on the clock that all processes share. A month that closes too early cannot be reopened. */
  readonly time?: () => Promise<number>;
  readonly settleMs?: number;
  readonly documentsAtOnce?: number;
  readonly invented?: InventedMoney | null;
};

/** How long to wait after the cut-off, which is longer than an insert can take before it is canceled. */
const SETTLE_MS = 4_000;
/**
 * Number of documents per transaction: large enough that waiting for the disk takes little of the time, small enough
 * not to delay other transactions.
 */
const DOCUMENTS_AT_ONCE = 40;

/**
 * Creates the billing service, which closes one month after the other. A job lease ensures that only one process closes
 * months.
 */
export function createBilling({ config, invented = null, ...needs }: Needs): Billing {
  const { currency, demo, firstMonth, networkTimeZone } = config;
  const { settleMs = SETTLE_MS, documentsAtOnce = DOCUMENTS_AT_ONCE } = needs;
  const closing: Closing = { ...needs, currency, timeZone: networkTimeZone, settleMs, documentsAtOnce };
  const { accounts, events, timeZone, now } = closing;
  const { time = async () => now() } = needs;
  let last: Promise<unknown> = Promise.resolve();

  /** Returns the local clock, corrected by its offset from the shared clock. */
  async function sharedClock(): Promise<() => number> {
    const own = now();
    const aheadMs = own - (await time());
    return () => now() - aheadMs;
  }

  /** Runs jobs one after the other in this process, and under a job lease across processes. */
  function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(() => withJobLease(accounts, 'billing', work, () => undefined));
    last = done.catch(() => undefined);
    return done;
  }

  /** Returns the first month that isn't final; null before the first event. */
  async function nextOpen(): Promise<{ month: string; fromMs: number; toMs: number } | null> {
    const months = await findMonths(accounts);
    const begun = months.find(({ final_at: at }) => at === null);
    if (begun !== undefined) return { month: begun.month, fromMs: begun.from_at, toMs: begun.to_at };
    const newest = months.at(-1);
    if (newest !== undefined) {
      const month = nextMonth(newest.month);
      // Months follow each other without gaps or overlaps, even after the network's time zone changes.
      return { month, fromMs: newest.to_at, toMs: monthBounds(month, timeZone).toMs };
    }
    const firstMs = await firstEventMs(events.engine);
    if (firstMs === null) return null;
    const ofEvents = monthOf(wallClock(firstMs, timeZone).date);
    const month = firstMonth !== null && firstMonth > ofEvents ? firstMonth : ofEvents;
    return { month, ...monthBounds(month, timeZone) };
  }

  async function closeWhile(
    shared: () => number,
    isWanted: (month: string, toMs: number) => boolean,
  ): Promise<ClosedMonth[]> {
    const closed: ClosedMonth[] = [];
    const isOfDemo = (await invented?.isOfDemo()) ?? false;
    for (;;) {
      const next = await nextOpen();
      const isNext = next !== null && isWanted(next.month, next.toMs);
      // A demo starts with past months. Each month is finalized as of its own closing day, and payments are simulated
      // between the months.
      const clock = () => Math.min(shared(), isNext ? closesAt(next.month, timeZone, config.closeAfterDays) : shared());
      if (isOfDemo) await invented?.settle(clock());
      if (!isNext) return closed;
      // Include only events that had arrived by the closing day, so that the cut-off precedes the documents' date.
      const arrivedBefore = isOfDemo ? clock() : null;
      closed.push(await closeMonth({ ...closing, now: isOfDemo ? clock : shared, arrivedBefore }, next));
    }
  }

  const isDue = (month: string, nowMs: number): boolean => closesAt(month, timeZone, config.closeAfterDays) <= nowMs;

  /**
   * Returns the month of the first event if several months are waiting; otherwise null. With one waiting month, the
   * network is new. Several waiting months are a history that the operator may not want to bill.
   */
  async function undecidedSince(): Promise<string | null> {
    if (demo || firstMonth !== null || (await findMonths(accounts)).length > 0) return null;
    const first = await nextOpen();
    return first !== null && isDue(nextMonth(first.month), await time()) ? first.month : null;
  }

  return {
    closeDue: () =>
      alone(async () => {
        if ((await undecidedSince()) !== null) return [];
        const shared = await sharedClock();
        return closeWhile(shared, (month, toMs) => toMs <= shared() && isDue(month, shared()));
      }),
    undecidedSince,
    close: (month) =>
      alone(async () => {
        if (!isMonth(month)) throw new MonthRefusedError(`'${month}' is not a month. Enter a month such as 2026-10.`);
        const shared = await sharedClock();
        if (monthBounds(month, timeZone).toMs > shared()) throw new MonthRefusedError(`${month} is not over yet.`);
        const closed = await closeWhile(shared, (next, toMs) => next <= month && toMs <= shared());
        const isFinal = (await findMonths(accounts)).some((one) => one.month === month && one.final_at !== null);
        if (!isFinal) throw new MonthRefusedError(`There are no events of ${month} or of months before it.`);
        return closed;
      }),
    verify: () => alone(() => verifyLedger(closing)),
  };
}
