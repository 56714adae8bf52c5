import { type BillingMonth, MOST_DEBTORS, type MoneyOverview } from '#contract/money-overview.ts';
import { closesAt, monthOf, nextMonth } from '#domain/billing-month.ts';
import { dollars } from '#domain/money.ts';
import { wallClock } from '#domain/zoned-day.ts';
import { findAhead, findOpen, type OpenRow } from '../../billing/find-open.ts';
import { findMonths } from '../../billing/months-queries.ts';
import { type RunningMonth, runningMonths } from '../../billing/running-months.ts';
import { lastLedgerCheck } from '../../billing/verify-ledger.ts';
import type { Dependencies } from '../../dependencies.ts';
import { atHand } from '../../lib/at-hand.ts';
import * as queries from './money-queries.ts';

export type Needs = Pick<Dependencies, 'accounts' | 'config' | 'figures' | 'now'>;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Open amounts on both sides, and the state of the months. */
export async function showMoney(needs: Needs): Promise<MoneyOverview> {
  const { accounts, config, now } = needs;
  const nowMs = now();
  const invoices = await findOpen(accounts, 'invoice', nowMs);
  const statements = await findOpen(accounts, 'statement', nowMs);
  const ahead = await findAhead(accounts, nowMs);
  const own = await queries.sumOwnAccounts(accounts);
  const check = await lastLedgerCheck(accounts);
  const sum = (rows: readonly OpenRow[], field: 'open' | 'overdue') =>
    rows.reduce((all, row) => all + row[field], 0) / 100;
  return {
    currency: config.currency,
    time_zone: config.networkTimeZone,
    receivable: sum(invoices, 'open'),
    overdue: sum(invoices, 'overdue'),
    payable: sum(statements, 'open'),
    in_payout: (await queries.sumOnTheWay(accounts)) / 100,
    cash: dollars(own.cash),
    revenue: dollars(own.revenue),
    months: await monthsOf(needs, nowMs),
    advertisers: invoices
      .slice(0, MOST_DEBTORS)
      .map(({ customer, open, overdue }) => ({ customer, open: open / 100, overdue: overdue / 100 })),
    ahead: ahead.reduce((all, row) => all + row.ahead, 0) / 100,
    advertisers_ahead: ahead.slice(0, MOST_DEBTORS).map(({ customer, ahead: cents, refund }) => ({
      customer,
      ahead: cents / 100,
      refund: refund / 100,
    })),
    owners: statements.slice(0, MOST_DEBTORS).map(({ customer, open }) => ({ customer, open: open / 100 })),
    objections_open: await queries.countOpenObjections(accounts),
    ledger_check: check === null ? null : { at: iso(check.at), entries: check.entries, faults: check.faults },
  };
}

/** Months in one response. The list of documents covers older months. */
const MOST_MONTHS = 24;

async function monthsOf(needs: Needs, nowMs: number): Promise<BillingMonth[]> {
  const { accounts, config } = needs;
  const { networkTimeZone: zone, closeAfterDays, firstMonth } = config;
  // The events store may be slow: the rest of the page does not wait for it.
  const running = (await atHand(() => runningMonths(needs))) ?? [];
  const stored = await findMonths(accounts);
  const sums = await queries.sumMonths(accounts);
  const current = monthOf(wallClock(nowMs, zone).date);
  const names = stored.map(({ month }) => month);
  // Months without a started closing follow the last final month.
  for (let month = nextMonth(names.at(-1) ?? monthBefore(current)); month <= current; month = nextMonth(month))
    names.push(month);
  return names
    .filter((month) => firstMonth === null || stored.length > 0 || month >= firstMonth)
    .slice(-MOST_MONTHS)
    .reverse()
    .map((month) => {
      const row = stored.find((one) => one.month === month);
      const of = (kind: 'statement' | 'invoice') => sums.find((one) => one.month === month && one.kind === kind);
      const isFinal = row?.final_at != null;
      const known = running.find((one) => one.month === month);
      const sum = (kind: 'statement' | 'invoice', soFar: keyof Omit<RunningMonth, 'month'>) =>
        isFinal ? (of(kind)?.cents ?? 0) / 100 : known === undefined ? null : dollars(sumOf(known[soFar]));
      return {
        month,
        state: isFinal ? 'final' : month >= current ? 'open' : 'closing',
        final_at: iso(row?.final_at ?? closesAt(month, zone, closeAfterDays)),
        statements: of('statement')?.documents ?? 0,
        invoices: of('invoice')?.documents ?? 0,
        owed: sum('statement', 'owed'),
        billed: sum('invoice', 'billed'),
      };
    });
}

const sumOf = (sums: ReadonlyMap<number, bigint>): bigint => [...sums.values()].reduce((all, one) => all + one, 0n);

/** Two months back: if no month is stored, the list includes the previous month. */
function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year, number - 3, 1)).toISOString());
}
