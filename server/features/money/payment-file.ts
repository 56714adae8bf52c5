import type { AccountId, BankId } from '#domain/bank-account.ts';

export type Party = { readonly name: string; readonly account: AccountId; readonly bank: BankId };
export type Transfer = {
  /** Unique for ever, at most 35 characters: by it a bank tells payments that were sent twice. */
  readonly id: string;
  readonly cents: number;
  readonly to: Party;
  readonly words: string;
};

export type PaymentOrder = {
  readonly id: string;
  readonly orderedAt: string;
  /** The day on which it is paid, `YYYY-MM-DD`. */
  readonly day: string;
  readonly currency: string;
  readonly from: Party;
  readonly transfers: readonly Transfer[];
};

/** ISO 20022, customer credit transfer initiation, as banks take it. The order of its elements is fixed. */
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
const NAME_LENGTH = 140;

/** One element; what is in it is either text or elements. */
const element = (name: string, ...inner: readonly string[]): string => `<${name}>${inner.join('')}</${name}>`;
const textual = (name: string, text: string): string => element(name, escaped(text));

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** Characters that XML has none of are left out. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"']/g, (one) => ESCAPES[one] ?? '');

const amountOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const nameOf = (text: string): string => textual('Nm', [...text].slice(0, NAME_LENGTH).join(''));

const accountOf = (account: AccountId): string =>
  element('Id', 'iban' in account ? textual('IBAN', account.iban) : element('Othr', textual('Id', account.number)));

const bankOf = (bank: BankId): string =>
  element(
    'FinInstnId',
    'bic' in bank
      ? textual('BICFI', bank.bic)
      : element('ClrSysMmbId', element('ClrSysId', textual('Cd', 'USABA')), textual('MmbId', bank.routing)),
  );

/** Payments from one account, as a file for the bank. The same order makes the same bytes. */
export function paymentFile({ id, orderedAt, day, currency, from, transfers }: PaymentOrder): string {
  const count = textual('NbOfTxs', String(transfers.length));
  const sum = textual('CtrlSum', amountOf(transfers.reduce((all, { cents }) => all + cents, 0)));
  const header = element(
    'GrpHdr',
    textual('MsgId', id),
    textual('CreDtTm', orderedAt),
    count,
    sum,
    element('InitgPty', nameOf(from.name)),
  );
  const payments = transfers.map((transfer) => transferOf(transfer, currency));
  const order = element(
    'PmtInf',
    textual('PmtInfId', id),
    textual('PmtMtd', 'TRF'),
    count,
    sum,
    element('ReqdExctnDt', textual('Dt', day)),
    element('Dbtr', nameOf(from.name)),
    element('DbtrAcct', accountOf(from.account), textual('Ccy', currency)),
    element('DbtrAgt', bankOf(from.bank)),
    ...payments,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">${element('CstmrCdtTrfInitn', header, order)}</Document>\n`;
}

const transferOf = ({ id, cents, to, words }: Transfer, currency: string): string =>
  element(
    'CdtTrfTxInf',
    element('PmtId', textual('EndToEndId', id)),
    element('Amt', `<InstdAmt Ccy="${escaped(currency)}">${amountOf(cents)}</InstdAmt>`),
    element('CdtrAgt', bankOf(to.bank)),
    element('Cdtr', nameOf(to.name)),
    element('CdtrAcct', accountOf(to.account)),
    element('RmtInf', textual('Ustrd', words)),
  );
