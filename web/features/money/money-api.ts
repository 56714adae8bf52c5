import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listAdjustments, makeAdjustment } from '#contract/adjustments.ts';
import { listAdminCustomers } from '#contract/customers.ts';
import { getMoneyOverview } from '#contract/money-overview.ts';
import { listObjections } from '#contract/objections.ts';
import { confirmPayee, listPayees, type Payee, setPayee, withdrawPayee } from '#contract/payees.ts';
import { getPayer, setPayer } from '#contract/payer.ts';
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
import {
  approveRefund,
  declineRefund,
  exportRefund,
  listRefunds,
  payRefund,
  proposeRefund,
  returnRefund,
} from '#contract/refunds.ts';
import { request, requestFile } from '../../lib/api-client.ts';
import { downloadTable, type TableFile } from '../../lib/download-table.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { TableSearch } from '../../lib/table-search.ts';

/** Query key prefix of all queries that a payment, payout or adjustment may change. */
export const MONEY = ['money'] as const;
const PART = { errors: 'part' } as const;

/** Returns a table's part of the URL as the endpoint's query. The route has already validated it. */
const asked = ({ limit, page, q, sort, state }: TableSearch) => ({ limit, page, q, sort, state }) as never;

/** Runs are few and have no text to search. */
const ofRuns = ({ q: _, ...search }: TableSearch): TableSearch => search;

const FILES = {
  payments: listPayments,
  payees: listPayees,
  runs: listPayoutRuns,
  refunds: listRefunds,
  adjustments: listAdjustments,
} as const;

export const exportTable = (table: keyof typeof FILES, search: TableSearch, file: TableFile) =>
  downloadTable(FILES[table], asked(table === 'runs' ? ofRuns(search) : search), file);

export const overviewQuery = queryOptions({
  queryKey: [...MONEY, 'overview'] as const,
  queryFn: ({ signal }) => request(getMoneyOverview, { signal }),
  meta: PART,
});

export const paymentsQuery = (search: TableSearch) =>
  queryOptions({
    queryKey: [...MONEY, 'payments', asked(search)] as const,
    queryFn: ({ signal }) => request(listPayments, { query: asked(search), signal }),
    placeholderData: keepPreviousData,
    meta: PART,
  });

export const payerQuery = queryOptions({
  queryKey: [...MONEY, 'payer'] as const,
  queryFn: ({ signal }) => request(getPayer, { signal }),
  meta: PART,
});

export const payeesQuery = (search: TableSearch) =>
  queryOptions({
    queryKey: [...MONEY, 'payees', asked(search)] as const,
    queryFn: ({ signal }) => request(listPayees, { query: asked(search), signal }),
    placeholderData: keepPreviousData,
    meta: PART,
  });

export const payoutRunsQuery = (search: TableSearch) =>
  queryOptions({
    queryKey: [...MONEY, 'runs', asked(ofRuns(search))] as const,
    queryFn: ({ signal }) => request(listPayoutRuns, { query: asked(ofRuns(search)), signal }),
    placeholderData: keepPreviousData,
    meta: PART,
  });

export const refundsQuery = (search: TableSearch) =>
  queryOptions({
    queryKey: [...MONEY, 'refunds', asked(search)] as const,
    queryFn: ({ signal }) => request(listRefunds, { query: asked(search), signal }),
    placeholderData: keepPreviousData,
    meta: PART,
  });

export const payoutsQuery = (id: string, { page, limit }: TableSearch) =>
  queryOptions({
    queryKey: [...MONEY, 'payouts', id, page, limit] as const,
    queryFn: ({ signal }) => request(listPayouts, { params: { id }, query: { page, limit } as never, signal }),
    placeholderData: keepPreviousData,
    meta: PART,
  });

export const adjustmentsQuery = (search: TableSearch) =>
  queryOptions({
    queryKey: [...MONEY, 'adjustments', asked(search)] as const,
    queryFn: ({ signal }) => request(listAdjustments, { query: asked(search), signal }),
    placeholderData: keepPreviousData,
    meta: PART,
  });

/** Open objections, which are decided on the traffic screen. */
export const objectionsQuery = queryOptions({
  queryKey: [...MONEY, 'objections'] as const,
  queryFn: ({ signal }) => request(listObjections, { signal }),
  select: ({ data }) => data.filter(({ state }) => state === 'open'),
  meta: PART,
});

/** Queries customers of one kind whose names contain the text. */
export const customersQuery = (q: string, kind: 'property' | 'advertiser') =>
  queryOptions({
    queryKey: [...MONEY, 'customers', q, kind] as const,
    queryFn: ({ signal }) => request(listAdminCustomers, { query: { q, kind, limit: '20' }, signal }),
    placeholderData: keepPreviousData,
    meta: PART,
  });

type Sending = { sending_id: string };
type PaymentWish = Sending & { customer_id: string; amount: number; paid_on: string; reference: string };
export const sendPayment = (body: PaymentWish) => request(enterPayment, { body });
type Refusal = Sending & { reason: string };
export const sendWithdrawal = (id: string, body: Refusal) => request(withdrawPayment, { params: { id }, body });

type PayerWish = { holder: string; account: string; bank: string; company_id: string };
export const sendPayer = (body: PayerWish) => request(setPayer, { body });

type PayeeWish = { holder: string; account: string; bank: string } & Pick<Payee, 'holder_kind' | 'account_kind'>;
export const sendPayee = (id: string, body: PayeeWish) => request(setPayee, { params: { id }, body });

export const sendConfirmation = (id: string, revision: number) =>
  request(confirmPayee, { params: { id }, body: { revision } });
export const sendWithdrawnPayee = (id: string, revision: number) =>
  request(withdrawPayee, { params: { id }, body: { revision } });

type Paid = Sending & { paid_on: string };
export const sendProposal = (body: Sending & { minimum: number }) => request(proposePayoutRun, { body });
export const sendApproval = (id: string, body: Sending) => request(approvePayoutRun, { params: { id }, body });
export const sendRefusal = (id: string, body: Refusal) => request(declinePayoutRun, { params: { id }, body });
export const sendRunPaid = (id: string, body: Paid) => request(payPayoutRun, { params: { id }, body });
export const sendPaid = (id: string, body: Paid) => request(payPayout, { params: { id }, body });
export const sendReturned = (id: string, body: Refusal) => request(returnPayout, { params: { id }, body });

type RefundWish = Sending & { customer_id: string; amount: number; reason: string };
export const sendRefund = (body: RefundWish) => request(proposeRefund, { body });
export const sendRefundApproval = (id: string, body: Sending) => request(approveRefund, { params: { id }, body });
export const sendRefundRefusal = (id: string, body: Refusal) => request(declineRefund, { params: { id }, body });
export const sendRefundPaid = (id: string, body: Paid) => request(payRefund, { params: { id }, body });
export const sendRefundReturned = (id: string, body: Refusal) => request(returnRefund, { params: { id }, body });

type RunFile = { id: string; format: 'bank' | 'csv'; day?: string };

/** Saves a run's payouts as a file. `day` is the execution date in a bank file; the next bank day by default. */
export async function downloadRun({ id, format, day }: RunFile): Promise<void> {
  const query = { format, ...(day === undefined ? {} : { day }) };
  saveFile(await requestFile(exportPayoutRun, { params: { id }, query }));
}

/** Saves an approved refund as a file for the bank. */
export async function downloadRefund({ id, format, day }: RunFile): Promise<void> {
  const query = { format, ...(day === undefined ? {} : { day }) };
  saveFile(await requestFile(exportRefund, { params: { id }, query }));
}

type AdjustmentWish = Sending & {
  owner_id: string | null;
  advertiser_id: string | null;
  amount: number;
  owner_amount: number;
  reason: string;
  eui: string | null;
  day: string | null;
};
export const sendAdjustment = (body: AdjustmentWish) => request(makeAdjustment, { body });
