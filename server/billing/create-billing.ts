import { closesAt, isMonth, monthBounds, monthOf, nextMonth } from '#domain/billing-month.ts';
import { wallClock } from '#domain/zoned-day.ts';
import { inTurn } from '../databases/accounts/in-turn.ts';
import { type ClosedMonth, type Closing, closeMonth } from './close-month.ts';
import { firstEventMs } from './month-events-queries.ts';
import { findMonths } from './months-queries.ts';
import { type LedgerVerdict, verifyLedger } from './verify-ledger.ts';

/** What cannot be closed, and why; for the person who asked. */
export class MonthRefusedError extends Error {
  override readonly name = 'MonthRefusedError';
}

export type Billing = {
  /** Closes the months whose days of waiting are over, the oldest first; none where it is undecided which is the first. */
  closeDue(): Promise<ClosedMonth[]>;
  /** Closes a month that is over, and those before it, without waiting longer. */
  close(month: string): Promise<ClosedMonth[]>;
  /** The month of the first event where several months wait and nobody said which is the first; null otherwise. */
  undecidedSince(): Promise<string | null>;
  verify(): Promise<LedgerVerdict>;
};

/** What becomes of money in a network where nobody pays or is paid: a demo's. */
export type InventedMoney = {
  /** Whether the network is the demo's own. */
  isOfDemo(): Promise<boolean>;
  /** Everything that happens until then, and did not happen yet. */
  settle(untilMs: number): Promise<void>;
};

type Needs = Pick<Closing, 'accounts' | 'events' | 'network' | 'now'> & {
  readonly config: {
    readonly closeAfterDays: number;
    readonly currency: string;
    readonly networkTimeZone: string;
    readonly firstMonth: string | null;
    /** A demo network has all its months. */
    readonly demo: boolean;
  };
  /** What time it is by the clock that all processes share: a month that is closed too early cannot be opened again. */
  readonly time?: () => Promise<number>;
  readonly settleMs?: number;
  readonly documentsAtOnce?: number;
  readonly invented?: InventedMoney | null;
};

/** Longer than an insert takes that is not given up. */
const SETTLE_MS = 4_000;
/** So many that waiting for the disk is little of the time, so few that others need not wait for their transaction. */
const DOCUMENTS_AT_ONCE = 40;

/** Months are closed one after the other, by one of several processes. */
export function createBilling({ config, invented = null, ...needs }: Needs): Billing {
  const { closeAfterDays, currency, demo, firstMonth, networkTimeZone } = config;
  const { settleMs = SETTLE_MS, documentsAtOnce = DOCUMENTS_AT_ONCE } = needs;
  const closing: Closing = { ...needs, currency, timeZone: networkTimeZone, settleMs, documentsAtOnce };
  const { accounts, events, timeZone, now } = closing;
  const { time = async () => now() } = needs;
  let last: Promise<unknown> = Promise.resolve();

  /** Our own clock, put right by what it differs from the one that all share. */
  async function sharedClock(): Promise<() => number> {
    const own = now();
    const aheadMs = own - (await time());
    return () => now() - aheadMs;
  }

  /** One at a time here, and over all processes. */
  function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(() => inTurn(accounts, 'billing', work, () => undefined));
    last = done.catch(() => undefined);
    return done;
  }

  /** The first month that is not final; null before the first event. */
  async function nextOpen(): Promise<{ month: string; fromMs: number; toMs: number } | null> {
    const months = await findMonths(accounts);
    const begun = months.find(({ final_at: at }) => at === null);
    if (begun !== undefined) return { month: begun.month, fromMs: begun.from_at, toMs: begun.to_at };
    const newest = months.at(-1);
    if (newest !== undefined) {
      const month = nextMonth(newest.month);
      // Months join without gap or overlap, also where the network's zone was changed.
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
      // A demo is made with months that were over before: they are final as of then, and what is paid is paid in between.
      const clock = () => Math.min(shared(), isNext ? closesAt(next.month, timeZone, closeAfterDays) : shared());
      if (isOfDemo) await invented?.settle(clock());
      if (!isNext) return closed;
      // They have what had arrived when they were closed, or would have been: the cut-off lies before the day of the documents.
      const arrivedBefore = isOfDemo ? clock() : null;
      closed.push(await closeMonth({ ...closing, now: isOfDemo ? clock : shared, arrivedBefore }, next));
    }
  }

  const isDue = (month: string, nowMs: number): boolean => closesAt(month, timeZone, closeAfterDays) <= nowMs;

  /** One month that waits is that of a new network; several are a history that nobody may want to bill. */
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
        if (!isMonth(month)) throw new MonthRefusedError(`'${month}' is no month; write it as 2026-10.`);
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
