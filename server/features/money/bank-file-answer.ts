import type { FastifyReply } from 'fastify';
import type { Dependencies } from '../../dependencies.ts';
import type { ExportColumn } from '../../exports/send-csv.ts';
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
  /** When the bank executes it; null: the next bank day. */
  readonly day: string | null;
};

/** The bank file of a payout run or a refund, numbered. Refuses what the bank would refuse. */
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

type Row = BankPayment & { readonly state: string; readonly payee: PayeeRow | undefined };

/** The CSV file of a payout run or a refund. */
export const payoutColumns = (id: 'payout_id' | 'refund_id', currency: string): ExportColumn<Row>[] => [
  { name: id, value: (row) => row.id },
  { name: 'customer_id', value: (row) => row.customer_id },
  { name: 'customer', value: (row) => row.customer_name },
  { name: 'amount', value: (row) => (row.amount_cents / 100).toFixed(2) },
  { name: 'currency', value: () => currency },
  { name: 'state', value: ({ state }) => state },
  { name: 'holder', value: ({ payee }) => payee?.holder ?? '' },
  { name: 'account', value: ({ payee }) => payee?.place?.account ?? '' },
  { name: 'bank', value: ({ payee }) => payee?.place?.bank ?? '' },
];
