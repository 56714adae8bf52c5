import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  approveRefund,
  declineRefund,
  exportRefund,
  listRefunds,
  payRefund,
  proposeRefund,
  type Refund,
  returnRefund,
} from '#contract/refunds.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type ExportColumn, sendCsv } from '../../exports/send-csv.ts';
import { answerTable, TABLE_LIMITS } from '../../exports/send-table.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { readSort } from '../../http/read-page.ts';
import { createSecretBox } from '../../keys/secret-box.ts';
import { makeBankFile, payoutColumns, refuseReader, sendBankFile } from './bank-file-answer.ts';
import { requirePayer } from './keep-payer.ts';
import * as refunds from './keep-refunds.ts';
import { createMoneySenders } from './money-senders.ts';
import { addressPayouts, findAccounts } from './order-payouts.ts';
import { findRefunds, type RefundRow, sumRefunds } from './refunds-queries.ts';
import { openPayeesOf } from './seal-payees.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>;

const REFUND_COLUMNS: readonly ExportColumn<Refund>[] = [
  { name: 'number', value: ({ number }) => number },
  { name: 'customer', value: ({ customer }) => customer.name },
  { name: 'amount', value: ({ amount }) => amount.toFixed(2) },
  { name: 'reason', value: ({ reason }) => reason },
  { name: 'why', value: ({ why }) => why },
  { name: 'account', value: ({ account }) => account },
  { name: 'state', value: ({ state }) => state },
  { name: 'paid_on', value: ({ paid_on: day }) => day },
  { name: 'proposed', value: ({ proposed_at: at }) => at },
  { name: 'proposed_by', value: ({ proposed_by: by }) => by },
];

/**
 * Registers the routes for refunding advertisers' credit balances (docs/ledger-and-documents.md#payments-and-payouts).
 */
export function refundsRoutes({ accounts, config, mail, now }: Needs) {
  const { currency, fourEyes } = config;
  const box = createSecretBox(config, 'bank-accounts');
  const findPayer = () => requirePayer({ accounts, box, currency });
  const { keeping, once } = createMoneySenders({ accounts, config, now });

  async function show(request: FastifyRequest, rows: readonly RefundRow[]): Promise<Refund[]> {
    const ids = rows.map(({ customer_id: id }) => id);
    const known = await openPayeesOf(accounts, box, ids);
    return rows.map((row) =>
      refunds.shownRefund(row, known.get(row.customer_id), { ...keeping(request), nowMs: now() }),
    );
  }

  async function shown(request: FastifyRequest, id: string): Promise<Refund> {
    const [refund] = await show(request, [await refunds.found(accounts, id)]);
    if (refund === undefined) throw new AppError('not-found', 'Refund not found.');
    return refund;
  }

  return async (app: FastifyInstance): Promise<void> => {
    addRoute(
      app,
      listRefunds,
      async (request, reply) => {
        const { q = '', sort = '-number', state } = request.query;
        const find = async (place: { limit: number; offset: number }) =>
          show(request, await findRefunds(accounts, { q, state }, readSort(sort), place));
        const { cents, rows: total } = await sumRefunds(accounts, { q, state });
        const table = {
          name: 'refunds',
          columns: REFUND_COLUMNS,
          total,
          find,
          more: { totals: { amount: cents / 100 } },
        };
        return answerTable({ accounts, now }, request, reply, table);
      },
      TABLE_LIMITS,
    );

    addRoute(app, proposeRefund, async (request) => {
      const id = await once(request, 'refund', {}, (keep) => refunds.propose(keep, request.body));
      return shown(request, id);
    });

    addRoute(app, approveRefund, async (request) => {
      const { id } = request.params;
      await once(request, 'refund-approval', { id }, (keep) =>
        refunds.approve({ ...keep, fourEyes, requirePayer: findPayer }, id),
      );
      return shown(request, id);
    });

    addRoute(app, declineRefund, async (request) => {
      const { id } = request.params;
      await once(request, 'refund-refusal', { id }, (keep) => refunds.decline(keep, id, request.body.reason));
      return shown(request, id);
    });

    addRoute(app, payRefund, async (request) => {
      const { id } = request.params;
      await once(request, 'refund-paid', { id }, (keep) =>
        refunds.pay({ ...keep, mail, currency }, id, request.body.paid_on),
      );
      return shown(request, id);
    });

    addRoute(app, returnRefund, async (request) => {
      const { id } = request.params;
      await once(request, 'refund-returned', { id }, (keep) => refunds.bringBack(keep, id, request.body.reason));
      return shown(request, id);
    });

    addRoute(
      app,
      exportRefund,
      async (request, reply) => {
        const row = await refunds.found(accounts, request.params.id);
        if (row.state !== 'approved')
          throw new AppError(
            'conflict',
            'The bank file is available after the refund is approved and until it is paid.',
          );
        const { format = 'csv', day = null } = request.query;
        refuseReader(request, format);
        const author = authorOf(request);
        const order = { of: 'refund', id: row.id, number: row.number, proposed_at: row.proposed_at } as const;
        const known = await findAccounts({ accounts, config, box, now }, author.actorId, order, [row]);
        const addressed = () => addressPayouts([row], known, new Map());
        const file =
          format === 'csv'
            ? null
            : await makeBankFile({ accounts, config, findPayer, now }, { order, addressed: addressed(), format, day });
        const detail = { number: row.number, format: file?.format ?? format };
        const entry = { at: now(), action: 'refund.exported', subject: row.customer_name } as const;
        await writeAudit(accounts, { ...author, ...entry, detail });
        const name = `refund-${row.number}`;
        if (file !== null) return sendBankFile(reply, name, file);
        return sendCsv(reply, `${name}.csv`, payoutColumns(request, { id: 'refund_id', currency }), [
          { ...row, payee: known.get(row.customer_id) },
        ]);
      },
      { isExport: true },
    );
  };
}
