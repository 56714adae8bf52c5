import type { FastifyReply, FastifyRequest } from 'fastify';
import { APPROVED_SCOPE } from '#contract/token-scopes.ts';
import { maskedAccount } from '#domain/bank-account.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ExportColumn } from '../../exports/send-csv.ts';
import { callerOf } from '../../http/access-guard.ts';
import { AppError } from '../../http/app-error.ts';
import {
  type AddressedPayout,
  type BankFileFormat,
  type BankOrder,
  type BankPayment,
  formatOf,
  isoFile,
  nachaFile,
  numberBankFile,
} from './bank-file.ts';
import type { Payer } from './keep-payer.ts';
import type { PayeeRow } from './seal-payees.ts';

type BankFile = { readonly format: BankFileFormat; readonly text: string };
type Needs = Pick<Dependencies, 'accounts' | 'config' | 'now'> & { readonly findPayer: () => Promise<Payer> };
type Asked = {
  readonly order: BankOrder;
  readonly addressed: readonly AddressedPayout[];
  readonly format: 'bank' | 'xml';
  /** The day on which the bank executes the order. Null means the next bank day. */
  readonly day: string | null;
};

/** Builds the numbered bank file for a payout run or a refund. Throws if the bank would refuse the order. */
export async function makeBankFile(
  { accounts, config, findPayer, now }: Needs,
  { order: run, addressed: payouts, format, day }: Asked,
): Promise<BankFile> {
  const { currency, networkTimeZone: timeZone } = config;
  const payer = await findPayer();
  const order = { run, payer, payouts, currency };
  const made = await numberBankFile(accounts, order, { nowMs: now(), timeZone }, day);
  if (format === 'xml' || formatOf(payer, currency) === 'xml')
    return { format: 'xml', text: isoFile({ ...order, made }) };
  return { format: 'ach', text: nachaFile({ ...order, made }, timeZone) };
}

export function sendBankFile(reply: FastifyReply, name: string, { format, text }: BankFile): FastifyReply {
  const isXml = format === 'xml';
  return reply
    .header('Content-Type', isXml ? 'application/xml; charset=utf-8' : 'text/plain; charset=us-ascii')
    .header('Content-Disposition', `attachment; filename="${name}.${isXml ? 'xml' : 'ach'}"`)
    .send(text);
}

/**
 * Whether the caller sees entire account numbers: users and tokens with the scope `money:write` do. Other tokens see
 * only the last part.
 */
const seesWholeAccounts = (request: FastifyRequest): boolean => {
  const { token } = callerOf(request);
  return token === null || token.scopes.includes(APPROVED_SCOPE);
};

/**
 * Refuses a bank file to a token without the scope `money:write`, because the file is useless without account numbers.
 * Such a token can get the CSV file.
 */
export function refuseReader(request: FastifyRequest, format: 'bank' | 'xml' | 'csv'): void {
  if (format === 'csv' || seesWholeAccounts(request)) return;
  throw new AppError('forbidden', `A bank file requires the scope ${APPROVED_SCOPE}. Without it, use format=csv.`);
}

const shownAccount = (account: string, request: FastifyRequest): string =>
  account === '' || seesWholeAccounts(request) ? account : maskedAccount(account);

type Row = BankPayment & { readonly state: string; readonly payee: PayeeRow | undefined };
type Columns = { readonly id: 'payout_id' | 'refund_id'; readonly currency: string };

/** Returns the CSV columns for a payout run or a refund. The account number depends on what the caller may see. */
export const payoutColumns = (request: FastifyRequest, { id, currency }: Columns): ExportColumn<Row>[] => [
  { name: id, value: (row) => row.id },
  { name: 'customer_id', value: (row) => row.customer_id },
  { name: 'customer', value: (row) => row.customer_name },
  { name: 'amount', value: (row) => (row.amount_cents / 100).toFixed(2) },
  { name: 'currency', value: () => currency },
  { name: 'state', value: ({ state }) => state },
  { name: 'holder', value: ({ payee }) => payee?.holder ?? '' },
  { name: 'account', value: ({ payee }) => shownAccount(payee?.place?.account ?? '', request) },
  { name: 'bank', value: ({ payee }) => payee?.place?.bank ?? '' },
];
