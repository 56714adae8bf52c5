import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listAdjustments, makeAdjustment as postAdjustment } from '#contract/adjustments.ts';
import { getMoneyOverview } from '#contract/money-overview.ts';
import { enterPayment, listPayments, withdrawPayment } from '#contract/payments.ts';
import {
  approvePayoutRun,
  declinePayoutRun,
  exportPayoutRun,
  listPayoutRuns,
  listPayouts,
  payPayout,
  payPayoutRun,
  proposePayoutRun,
  returnPayout,
} from '#contract/payouts.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { type ExportColumn, sendCsv } from '../../exports/send-csv.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { readPage } from '../../http/read-page.ts';
import * as payments from './keep-payments.ts';
import * as payouts from './keep-payouts.ts';
import { makeAdjustment, showAdjustment, showAdjustments } from './make-adjustments.ts';
import { countAdjustments, findAdjustments } from './own-adjustments-queries.ts';
import { countPayments, findPayments } from './payments-queries.ts';
import * as runs from './payouts-queries.ts';
import { type Needs, showMoney } from './show-money.ts';

const columnsOf = (currency: string): ExportColumn<runs.PayoutRow>[] => [
  { name: 'payout_id', value: ({ id }) => id },
  { name: 'customer_id', value: (row) => row.customer_id },
  { name: 'customer', value: (row) => row.customer_name },
  { name: 'amount', value: (row) => (row.amount_cents / 100).toFixed(2) },
  { name: 'currency', value: () => currency },
  { name: 'state', value: ({ state }) => state },
];

/** What administrators do with money: payments, payouts, adjustments (docs/ledger-and-documents.md#payments-and-payouts). */
export function moneyRoutes(needs: Needs) {
  const { accounts, config, figures, now } = needs;
  const keeping = (request: FastifyRequest) => {
    const author = authorOf(request);
    const context = { accounts, now, author };
    return { context, userId: author.actorId, timeZone: config.networkTimeZone, fourEyes: config.fourEyes };
  };

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, getMoneyOverview, () => showMoney(needs));

    addRoute(app, listPayments, async (request) => {
      const { page, limit, offset } = readPage(request.query);
      const customerId = request.query.cid ?? null;
      const rows = await findPayments(accounts, customerId, { limit, offset });
      return { data: rows.map(payments.showPayment), total: await countPayments(accounts, customerId), page, limit };
    });

    addRoute(app, enterPayment, async (request) => {
      const id = await payments.enter(keeping(request), request.body);
      return payments.showPaymentOf(keeping(request), id);
    });

    addRoute(app, withdrawPayment, async (request) => {
      await payments.withdraw(keeping(request), request.params.id, request.body.reason);
      return payments.showPaymentOf(keeping(request), request.params.id);
    });

    addRoute(app, listPayoutRuns, async (request) => {
      const { page, limit, offset } = readPage(request.query);
      const rows = await runs.findRuns(accounts, { limit, offset });
      const data = rows.map((row) => payouts.shownRun(row, keeping(request)));
      return { data, total: await runs.countRuns(accounts), page, limit };
    });

    addRoute(app, proposePayoutRun, async (request) => {
      const id = await payouts.propose(keeping(request), request.body.minimum);
      return payouts.showRun(keeping(request), id);
    });

    addRoute(app, listPayouts, async (request) => {
      const { page, limit, offset } = readPage(request.query);
      const run = await payouts.showRun(keeping(request), request.params.id);
      const rows = await runs.findPayouts(accounts, run.id, { limit, offset });
      return { data: rows.map(payouts.shownPayout), total: run.payouts, page, limit };
    });

    addRoute(app, approvePayoutRun, async (request) => {
      await payouts.approve(keeping(request), request.params.id);
      return payouts.showRun(keeping(request), request.params.id);
    });

    addRoute(app, declinePayoutRun, async (request) => {
      await payouts.decline(keeping(request), request.params.id, request.body.reason);
      return payouts.showRun(keeping(request), request.params.id);
    });

    addRoute(app, payPayoutRun, async (request) => {
      await payouts.pay(keeping(request), { runId: request.params.id }, request.body.paid_on);
      return payouts.showRun(keeping(request), request.params.id);
    });

    addRoute(app, payPayout, async (request) => {
      await payouts.pay(keeping(request), { payoutId: request.params.id }, request.body.paid_on);
      return payouts.showPayout(keeping(request), request.params.id);
    });

    addRoute(app, returnPayout, async (request) => {
      await payouts.bringBack(keeping(request), request.params.id, request.body.reason);
      return payouts.showPayout(keeping(request), request.params.id);
    });

    addRoute(app, exportPayoutRun, async (request, reply) => {
      const run = await payouts.showRun(keeping(request), request.params.id);
      if (run.state !== 'approved')
        throw new AppError('conflict', 'A run has a file for the bank once it is approved.');
      const rows = await runs.findPayoutsIn(accounts, run.id, 'approved');
      const detail = { number: run.number, payouts: rows.length };
      const author = authorOf(request);
      await writeAudit(accounts, {
        ...author,
        at: now(),
        action: 'payout-run.exported',
        subject: `Run ${run.number}`,
        detail,
      });
      return sendCsv(reply, `payout-run-${run.number}.csv`, columnsOf(config.currency), rows);
    });

    addRoute(app, listAdjustments, async (request) => {
      const { page, limit, offset } = readPage(request.query);
      const rows = await findAdjustments(accounts, { limit, offset });
      const data = await showAdjustments(accounts, rows, await figures.network());
      return { data, total: await countAdjustments(accounts), page, limit };
    });

    addRoute(app, postAdjustment, async (request) => {
      const id = await makeAdjustment(keeping(request).context, request.body);
      return showAdjustment(accounts, id, await figures.network());
    });
  };
}
