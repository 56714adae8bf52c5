import type { FastifyInstance } from 'fastify';
import { type Adjustment, listAdjustments, makeAdjustment as postAdjustment } from '#contract/adjustments.ts';
import { type BillingMonth, getMoneyOverview, MOST_DEBTORS, type MoneyOverview } from '#contract/money-overview.ts';
import { enterPayment, listPayments, type Payment, withdrawPayment } from '#contract/payments.ts';
import {
  approvePayoutRun,
  declinePayoutRun,
  exportPayoutRun,
  listPayoutRuns,
  listPayouts,
  type PayoutRun,
  payPayout,
  payPayoutRun,
  proposePayoutRun,
  returnPayout,
} from '#contract/payouts.ts';
import { closesAt, monthOf, nextMonth } from '#domain/billing-month.ts';
import { dollars } from '#domain/money.ts';
import { wallClock } from '#domain/zoned-day.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { findAhead, findOpen, type OpenRow } from '../../billing/find-open.ts';
import { findMonths } from '../../billing/months-queries.ts';
import { type RunningMonth, runningMonths } from '../../billing/running-months.ts';
import { lastLedgerCheck } from '../../billing/verify-ledger.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type ExportColumn, sendCsv } from '../../exports/send-csv.ts';
import { answerTable, TABLE_LIMITS } from '../../exports/send-table.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { readPage, readSort } from '../../http/read-page.ts';
import { createSecretBox } from '../../keys/secret-box.ts';
import { atHand } from '../../lib/at-hand.ts';
import { makeBankFile, payoutColumns, refuseReader, sendBankFile } from './bank-file-answer.ts';
import { requirePayer } from './keep-payer.ts';
import * as payments from './keep-payments.ts';
import * as payouts from './keep-payouts.ts';
import { makeAdjustment, showAdjustment, showAdjustments } from './make-adjustments.ts';
import * as queries from './money-queries.ts';
import { createMoneySenders } from './money-senders.ts';
import { addressPayouts, findAccounts } from './order-payouts.ts';
import { findAdjustments, sumAdjustments } from './own-adjustments-queries.ts';
import { findPayments, sumPayments } from './payments-queries.ts';
import { findPaidStatements } from './payout-words.ts';
import * as runs from './payouts-queries.ts';
import { openPayeesOf } from './seal-payees.ts';
import { findReminders } from './send-reminders.ts';
import * as shown from './show-payouts.ts';

/**
 * Registers the administrators' routes for payments, payouts and adjustments
 * (docs/ledger-and-documents.md#payments-and-payouts).
 */
export function moneyRoutes(needs: Needs) {
  const { accounts, config, figures, now } = needs;
  const { fourEyes } = config;
  const box = createSecretBox(config, 'bank-accounts');
  const findPayer = () => requirePayer({ accounts, box, currency: config.currency });
  const { keeping, once } = createMoneySenders(needs);
  const telling = { mail: needs.mail, currency: config.currency };

  const payeesOf = (rows: readonly runs.PayoutRow[]) =>
    openPayeesOf(
      accounts,
      box,
      rows.map((row) => row.customer_id),
    );

  async function shownPayout(id: string) {
    const row = await payouts.foundPayout(accounts, id);
    return shown.shownPayout(row, (await payeesOf([row])).get(row.customer_id), now());
  }

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, getMoneyOverview, () => showMoney(needs));

    addRoute(
      app,
      listPayments,
      async (request, reply) => {
        const { cid = null, q = '', sort = '-entered_at', state } = request.query;
        const filter = { customerId: cid, q, state };
        const find = async (place: Place) =>
          (await findPayments(accounts, filter, readSort(sort), place)).map(payments.showPayment);
        const { cents, rows: total } = await sumPayments(accounts, filter);
        const table = {
          name: 'payments',
          columns: PAYMENT_COLUMNS,
          total,
          find,
          more: { totals: { amount: cents / 100 } },
        };
        return answerTable(needs, request, reply, table);
      },
      TABLE_LIMITS,
    );

    addRoute(app, enterPayment, async (request) => {
      const id = await once(request, 'payment', {}, (keep) => payments.enter(keep, request.body));
      return payments.showPaymentOf(keeping(request), id);
    });

    addRoute(app, withdrawPayment, async (request) => {
      const { id } = request.params;
      await once(request, 'withdrawal', { id }, (keep) => payments.withdraw(keep, id, request.body.reason));
      return payments.showPaymentOf(keeping(request), id);
    });

    addRoute(
      app,
      listPayoutRuns,
      async (request, reply) => {
        const { sort = '-number', state } = request.query;
        const find = async (place: Place) =>
          shown.showRuns(keeping(request), await runs.findRuns(accounts, state, readSort(sort), place));
        const { cents, rows: total } = await runs.sumRuns(accounts, state);
        const table = {
          name: 'payout runs',
          columns: RUN_COLUMNS,
          total,
          find,
          more: { totals: { total: cents / 100 } },
        };
        return answerTable(needs, request, reply, table);
      },
      TABLE_LIMITS,
    );

    addRoute(app, proposePayoutRun, async (request) => {
      const id = await once(request, 'run', {}, (keep) => payouts.propose(keep, request.body.minimum));
      return shown.showRun(keeping(request), id);
    });

    addRoute(app, listPayouts, async (request) => {
      const { page, limit, offset } = readPage(request.query);
      const run = await shown.showRun(keeping(request), request.params.id);
      const rows = await runs.findPayouts(accounts, run.id, { limit, offset });
      const known = await payeesOf(rows);
      const data = rows.map((row) => shown.shownPayout(row, known.get(row.customer_id), now()));
      return { data, total: run.payouts, page, limit };
    });

    addRoute(app, approvePayoutRun, async (request) => {
      const { id } = request.params;
      await once(request, 'approval', { id }, (keep) =>
        payouts.approve({ ...keep, fourEyes, requirePayer: findPayer }, id),
      );
      return shown.showRun(keeping(request), id);
    });

    addRoute(app, declinePayoutRun, async (request) => {
      const { id } = request.params;
      await once(request, 'refusal', { id }, (keep) => payouts.decline(keep, id, request.body.reason));
      return shown.showRun(keeping(request), id);
    });

    addRoute(app, payPayoutRun, async (request) => {
      const { id } = request.params;
      await once(request, 'run-paid', { id }, (keep) =>
        payouts.pay({ ...keep, telling }, { runId: id }, request.body.paid_on),
      );
      return shown.showRun(keeping(request), id);
    });

    addRoute(app, payPayout, async (request) => {
      const { id } = request.params;
      await once(request, 'paid', { id }, (keep) =>
        payouts.pay({ ...keep, telling }, { payoutId: id }, request.body.paid_on),
      );
      return shownPayout(id);
    });

    addRoute(app, returnPayout, async (request) => {
      const { id } = request.params;
      await once(request, 'returned', { id }, (keep) =>
        payouts.bringBack({ ...keep, telling }, id, request.body.reason),
      );
      return shownPayout(id);
    });

    addRoute(
      app,
      exportPayoutRun,
      async (request, reply) => {
        const run = await payouts.found(accounts, request.params.id);
        if (run.state !== 'approved')
          throw new AppError('conflict', 'The bank file is available once the run is approved.');
        const rows = await runs.findPayoutsIn(accounts, run.id, 'approved');
        const { format = 'csv', day = null } = request.query;
        refuseReader(request, format);
        const name = `payout-run-${run.number}`;
        const author = authorOf(request);
        const known = await findAccounts({ accounts, config, box, now }, author.actorId, run, rows);
        const file =
          format === 'csv'
            ? null
            : await makeBankFile(
                { accounts, config, findPayer, now },
                {
                  order: { of: 'run', id: run.id, number: run.number },
                  addressed: addressPayouts(rows, known, await findPaidStatements(accounts, run, rows)),
                  format,
                  day,
                },
              );
        const detail = { number: run.number, payouts: rows.length, format: file?.format ?? format };
        const entry = { at: now(), action: 'payout-run.exported', subject: `Run ${run.number}` } as const;
        await writeAudit(accounts, { ...author, ...entry, detail });
        if (file !== null) return sendBankFile(reply, name, file);
        const withAccounts = rows.map((row) => ({ ...row, payee: known.get(row.customer_id) }));
        return sendCsv(
          reply,
          `${name}.csv`,
          payoutColumns(request, { id: 'payout_id', currency: config.currency }),
          withAccounts,
        );
      },
      { isExport: true },
    );

    addRoute(
      app,
      listAdjustments,
      async (request, reply) => {
        const { q = '', sort = '-made' } = request.query;
        const network = await figures.network();
        const find = async (place: Place) =>
          showAdjustments(accounts, await findAdjustments(accounts, q, readSort(sort), place), network);
        const { amount, owner, rows: total } = await sumAdjustments(accounts, q);
        const totals = { amount: dollars(amount), owner_amount: dollars(owner) };
        const table = { name: 'adjustments', columns: ADJUSTMENT_COLUMNS, total, find, more: { totals } };
        return answerTable(needs, request, reply, table);
      },
      TABLE_LIMITS,
    );

    addRoute(app, postAdjustment, async (request) => {
      const id = await once(request, 'adjustment', {}, (keep) => makeAdjustment(keep, request.body));
      return showAdjustment(accounts, id, await figures.network());
    });
  };
}

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'figures' | 'mail' | 'now'>;
type Place = { readonly limit: number; readonly offset: number };

const PAYMENT_COLUMNS: readonly ExportColumn<Payment>[] = [
  { name: 'customer', value: ({ customer }) => customer.name },
  { name: 'amount', value: ({ amount }) => amount.toFixed(2) },
  { name: 'paid_on', value: ({ paid_on: day }) => day },
  { name: 'reference', value: ({ reference }) => reference },
  { name: 'entered_at', value: ({ entered_at: at }) => at },
  { name: 'entered_by', value: ({ entered_by: by }) => by },
  { name: 'state', value: ({ withdrawn_at: at }) => (at === null ? 'recorded' : 'reversed') },
  { name: 'why_reversed', value: ({ why_withdrawn: why }) => why },
];

const RUN_COLUMNS: readonly ExportColumn<PayoutRun>[] = [
  { name: 'number', value: ({ number }) => number },
  { name: 'total', value: ({ total }) => total.toFixed(2) },
  { name: 'cash_short', value: ({ cash_short: short }) => short.toFixed(2) },
  { name: 'payouts', value: ({ payouts: count }) => count },
  { name: 'waiting', value: ({ waiting }) => waiting },
  { name: 'state', value: ({ state }) => state },
  { name: 'proposed', value: ({ proposed_at: at }) => at },
  { name: 'proposed_by', value: ({ proposed_by: by }) => by },
  { name: 'decided_by', value: ({ decided_by: by }) => by },
];

const ADJUSTMENT_COLUMNS: readonly ExportColumn<Adjustment>[] = [
  { name: 'reason', value: ({ reason }) => reason },
  { name: 'owner', value: ({ owner }) => owner?.name ?? null },
  { name: 'owner_amount', value: (row) => row.owner_amount },
  { name: 'advertiser', value: ({ advertiser }) => advertiser?.name ?? null },
  { name: 'amount', value: ({ amount }) => amount },
  { name: 'made', value: ({ made_at: at }) => at },
  { name: 'made_by', value: ({ made_by: by }) => by },
  { name: 'documented', value: ({ documented }) => (documented ? 'yes' : 'no') },
];

const iso = (ms: number): string => new Date(ms).toISOString();

/** Returns the open amounts on both sides, and the state of the months. */
async function showMoney(needs: Needs): Promise<MoneyOverview> {
  const { accounts, config, now } = needs;
  const nowMs = now();
  const invoices = await findOpen(accounts, 'invoice', nowMs);
  const debtors = invoices.slice(0, MOST_DEBTORS);
  const late = debtors.filter(({ overdue }) => overdue > 0).map(({ customer }) => customer.id);
  const reminders = await findReminders(accounts, late, nowMs);
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
    advertisers: debtors.map(({ customer, open, overdue }) => {
      const reminder = reminders.get(customer.id);
      const shown = reminder === undefined ? null : { level: reminder.level, at: iso(reminder.at) };
      return { customer, open: open / 100, overdue: overdue / 100, reminder: shown };
    }),
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

/** Maximum number of months in a response. The list of documents covers older months. */
const MOST_MONTHS = 24;

async function monthsOf(needs: Needs, nowMs: number): Promise<BillingMonth[]> {
  const { accounts, config } = needs;
  const { networkTimeZone: zone, closeAfterDays, firstMonth } = config;
  // The events store may be slow, and the other parts of the page do not wait for it.
  const running = (await atHand(() => runningMonths(needs))) ?? [];
  const stored = await findMonths(accounts);
  const sums = await queries.sumMonths(accounts);
  const current = monthOf(wallClock(nowMs, zone).date);
  const names = stored.map(({ month }) => month);
  // Months whose closing has not started follow the last final month.
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

/** Returns the month two months before `month`. If no month is stored, the list then starts with the previous month. */
function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year, number - 3, 1)).toISOString());
}
