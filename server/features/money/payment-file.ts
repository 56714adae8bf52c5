import type { AccountId, BankId } from '#domain/bank-account.ts';
import { sepaText } from '#domain/bank-text.ts';

export type Party = { readonly name: string; readonly account: AccountId; readonly bank: BankId };
export type Transfer = {
  /** Unique ID, at most 35 characters. Banks use it to detect duplicate payments. */
  readonly id: string;
  readonly cents: number;
  readonly to: Party;
  /** Payment description. Banks pass on up to 140 characters. */
  readonly words: string;
};

export type PaymentOrder = {
  readonly id: string;
  readonly orderedAt: string;
  /** Payment day, `YYYY-MM-DD`. */
  readonly day: string;
  /** EUR produces a SEPA credit transfer, with the service level and charges that its rulebook requires. */
  readonly currency: string;
  readonly from: Party;
  readonly transfers: readonly Transfer[];
};

/**
 * Namespace of an ISO 20022 customer credit transfer initiation, as banks accept it. The order of the message's
 * elements is fixed.
 */
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
/** Maximum length of a name: 70 characters in SEPA. ISO 20022 allows twice as many. */
const NAME_LENGTH = 70;
const REMITTANCE_LENGTH = 140;
/** Maximum amount of a single SEPA credit transfer, in cents. */
export const MOST_SEPA_CENTS = 99_999_999_999;

/** Writes one element. Its content is either text or elements. */
const element = (name: string, ...inner: readonly string[]): string => `<${name}>${inner.join('')}</${name}>`;
const textual = (name: string, text: string): string => element(name, escaped(text));

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&apos;' };
/**
 * Escapes text for XML. All text uses the Latin character set of SEPA, in which only these characters need escaping.
 */
const escaped = (text: string): string => text.replaceAll(/[&<>']/g, (one) => ESCAPES[one] ?? '');

const amountOf = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const nameOf = (text: string): string => textual('Nm', sepaText(text, NAME_LENGTH));

const accountOf = (account: AccountId): string =>
  element('Id', 'iban' in account ? textual('IBAN', account.iban) : element('Othr', textual('Id', account.number)));

const bankOf = (bank: BankId): string =>
  element(
    'FinInstnId',
    'bic' in bank
      ? textual('BICFI', bank.bic)
      : element('ClrSysMmbId', element('ClrSysId', textual('Cd', 'USABA')), textual('MmbId', bank.routing)),
  );

/**
 * Builds a bank file of payments from one account. EUR produces a SEPA credit transfer according to the
 * customer-to-bank guidelines of the European Payments Council (EPC132-08). Other currencies produce an ISO 20022
 * credit transfer. The same order always produces the same bytes.
 */
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
  const isSepa = currency === 'EUR';
  const payments = transfers.map((transfer) => transferOf(transfer, currency));
  const order = element(
    'PmtInf',
    textual('PmtInfId', id),
    textual('PmtMtd', 'TRF'),
    count,
    sum,
    ...(isSepa ? [element('PmtTpInf', element('SvcLvl', textual('Cd', 'SEPA')))] : []),
    element('ReqdExctnDt', textual('Dt', day)),
    element('Dbtr', nameOf(from.name)),
    element('DbtrAcct', accountOf(from.account), textual('Ccy', currency)),
    element('DbtrAgt', bankOf(from.bank)),
    ...(isSepa ? [textual('ChrgBr', 'SLEV')] : []),
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
    element('RmtInf', textual('Ustrd', sepaText(words, REMITTANCE_LENGTH))),
  );
