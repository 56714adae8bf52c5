import { createHash } from 'node:crypto';
import { type BankId, readAccount, readBank } from '#domain/bank-account.ts';
import { calendarOf, isBankDay, nextBankDay } from '#domain/bank-day.ts';
import { achText } from '#domain/bank-text.ts';
import { addDays, isCalendarDate } from '#domain/calendar-date.ts';
import { dayInWords } from '#domain/report-period.ts';
import { clockText, wallClock } from '#domain/zoned-day.ts';
import { takeAuditTurn } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import type { Payer } from './keep-payer.ts';
import { findLastFile, insertFile } from './payer-queries.ts';
import { MOST_SEPA_CENTS, paymentFile } from './payment-file.ts';
import { payoutWords } from './payout-words.ts';
import type { PayoutRow } from './payouts-queries.ts';
import type { PayeeRow } from './seal-payees.ts';

/** Maximum number of days ahead for which banks accept orders. */
const MOST_DAYS_AHEAD = 60;
const REMITTANCE_LENGTH = { xml: 140, ach: 80 } as const;

export type BankFileFormat = 'xml' | 'ach';
/** What a bank file is for: a payout run, or a single refund. */
export type BankOrder = { readonly of: 'run' | 'refund'; readonly id: string; readonly number: number };
/** The fields of a payout or a refund that the bank needs. */
export type BankPayment = Pick<PayoutRow, 'id' | 'customer_id' | 'customer_name' | 'amount_cents' | 'payee_revision'>;
/** A payout with its destination account and the statements it pays. */
export type AddressedPayout = {
  readonly payout: BankPayment;
  readonly payee: PayeeRow;
  readonly place: NonNullable<PayeeRow['place']>;
  readonly statements: readonly string[];
};
type Made = { readonly number: number; readonly day: string; readonly madeAt: number };
type Clock = { readonly nowMs: number; readonly timeZone: string };

/** Returns the file format: ACH for USD from a US bank, ISO 20022 for everything else. */
export const formatOf = ({ bank }: Pick<Payer, 'bank'>, currency: string): BankFileFormat =>
  currency === 'USD' && 'routing' in bank ? 'ach' : 'xml';

/**
 * Numbers a bank file. The same payments get the same file until its day arrives. Corrected payments or another day
 * get the next number, and with it a new message id; otherwise, the bank would refuse the file as a duplicate.
 */
export async function numberBankFile(
  accounts: AccountsDb,
  {
    run,
    payer,
    payouts,
    currency,
  }: { run: BankOrder; payer: Payer; payouts: readonly AddressedPayout[]; currency: string },
  { nowMs, timeZone }: Clock,
  chosenDay: string | null,
): Promise<Made> {
  const today = wallClock(nowMs, timeZone).date;
  if (chosenDay !== null) refuseNoBankDay(chosenDay, today, currency);
  const digest = digestOf(payer, payouts);
  return accounts.transaction().execute(async (tx) => {
    // Two administrators who download simultaneously must not get the same number.
    await takeAuditTurn(tx);
    const last = await findLastFile(tx, run);
    const isSame = last?.digest === digest && (chosenDay === null ? last.day > today : last.day === chosenDay);
    if (last !== undefined && isSame) return { number: last.number, day: last.day, madeAt: last.made_at };
    const day = chosenDay ?? nextBankDay(calendarOf(currency), today);
    const made = { number: (last?.number ?? 0) + 1, day, made_at: nowMs };
    await insertFile(tx, run, { ...made, digest });
    return { number: made.number, day, madeAt: nowMs };
  });
}

function refuseNoBankDay(day: string, today: string, currency: string): void {
  const refuse = (why: string): never => {
    throw new FieldError({ day: why });
  };
  if (!isCalendarDate(day) || day < today) refuse('Enter today or a later date.');
  if (day > addDays(today, MOST_DAYS_AHEAD)) refuse(`Enter a date within the next ${MOST_DAYS_AHEAD} days.`);
  const calendar = calendarOf(currency);
  if (!isBankDay(calendar, day))
    refuse(`Banks are closed on ${dayInWords(day)}. The next bank day is ${dayInWords(nextBankDay(calendar, day))}.`);
}

/** Hashes revisions instead of account numbers, so that a stored digest reveals nothing about the accounts. */
const digestOf = (payer: Payer, payouts: readonly AddressedPayout[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        payer.revision,
        ...payouts.map(({ payout, payee }) => [payout.id, payout.amount_cents, payee.revision]),
      ]),
    )
    .digest('hex');

type Order = { run: BankOrder; payer: Payer; payouts: readonly AddressedPayout[]; currency: string; made: Made };

/** Builds an ISO 20022 file; in euros, it is a SEPA credit transfer. */
export function isoFile({ run, payer, payouts, currency, made }: Order): string {
  refuseTooMuch(payouts, MOST_SEPA_CENTS);
  return paymentFile({
    id: `${run.of}-${run.number}-${run.id.slice(-12)}-${made.number}`,
    orderedAt: new Date(made.madeAt).toISOString(),
    day: made.day,
    currency,
    from: payer,
    transfers: payouts.map(({ payout, payee, place, statements }) => ({
      id: payout.id.replaceAll('-', ''),
      cents: payout.amount_cents,
      to: {
        name: payee.holder,
        account: readAccount(place.account) ?? { number: place.account },
        bank: bankOf(place.bank),
      },
      words: payoutWords(wordsOf(run), statements, REMITTANCE_LENGTH.xml),
    })),
  });
}

/** Builds ACH credits in the Nacha format. Throws if the payer or a recipient has no account at a US bank. */
export function nachaFile({ run, payer, payouts, made }: Order, timeZone: string): string {
  const { bank } = payer;
  if (!('routing' in bank)) throw new AppError('conflict', 'ACH files require a payer account with a routing number.');
  const foreign = payouts.filter(({ place }) => !('routing' in bankOf(place.bank)));
  if (foreign.length > 0)
    throw new AppError(
      'conflict',
      `ACH can only pay accounts at US banks. Enter a routing number for ${foreign
        .map(({ payout }) => payout.customer_name)
        .slice(0, 5)
        .join(', ')}, or use the CSV file.`,
    );
  refuseTooMuch(payouts, MOST_ACH_CENTS);
  return achFile({
    routing: bank.routing,
    companyId: payer.companyId,
    company: payer.name,
    madeOn: wallClock(made.madeAt, timeZone).date,
    madeAt: clockText(made.madeAt, timeZone),
    day: made.day,
    file: made.number,
    reference: `${run.of.toUpperCase()} ${run.number}`,
    entries: payouts.map(({ payout, payee, place, statements }) => ({
      routing: place.bank,
      account: place.account,
      accountKind: payee.account_kind,
      holder: payee.holder,
      holderKind: payee.holder_kind,
      cents: payout.amount_cents,
      id: payout.id.replaceAll('-', ''),
      words: payoutWords(wordsOf(run), statements, REMITTANCE_LENGTH.ach),
    })),
  });
}

const wordsOf = ({ number, of }: BankOrder): string => `${of === 'run' ? 'Payout run' : 'Refund'} ${number}`;

function refuseTooMuch(payouts: readonly AddressedPayout[], most: number): void {
  const large = payouts.find(({ payout }) => payout.amount_cents > most);
  if (large !== undefined)
    throw new AppError(
      'conflict',
      `The payment to ${large.payout.customer_name} exceeds the limit of a single bank payment.`,
    );
}

function bankOf(text: string): BankId {
  const bank = readBank(text);
  if (bank === null)
    throw new AppError('conflict', `The bank '${text}' is neither a BIC nor a routing number. Correct it.`);
  return bank;
}

export type AchEntry = {
  /** The recipient's routing number (nine digits) and account number. */
  readonly routing: string;
  readonly account: string;
  readonly accountKind: 'checking' | 'savings';
  readonly holder: string;
  readonly holderKind: 'company' | 'person';
  readonly cents: number;
  /** How the recipient's bank identifies the recipient. Only the last 15 characters are used. */
  readonly id: string;
  /** Payment description, up to 80 characters. */
  readonly words: string;
};

type AchOrder = {
  /** The originating bank's routing number. */
  readonly routing: string;
  /** The id that the bank assigned to the originator: at most ten characters, often 1 and the EIN. */
  readonly companyId: string;
  readonly company: string;
  /** When the file was made: `YYYY-MM-DD` and `HH:MM`. */
  readonly madeOn: string;
  readonly madeAt: string;
  /** The day on which recipients get their money, `YYYY-MM-DD`. */
  readonly day: string;
  /** The number of this file among the corrected files for a run, from 1. */
  readonly file: number;
  readonly reference: string;
  readonly entries: readonly AchEntry[];
};

/** The largest amount, in cents, that fits in the ten-digit amount field. */
const MOST_ACH_CENTS = 9_999_999_999;

const BLOCKING_FACTOR = 10;
const CREDITS_ONLY = '220';
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

const text = (value: string, length: number): string => achText(value, length).padEnd(length);
const digits = (value: number | bigint, length: number): string => String(value).padStart(length, '0').slice(-length);
const shortDay = (day: string): string => day.replaceAll('-', '').slice(2);

/** Transaction codes for credits. */
const CREDITS = { checking: '22', savings: '32' } as const;
/**
 * Batches by the kind of account holder: companies get corporate credits (CCD), and people get prearranged credits
 * (PPD).
 */
const BATCHES = [
  ['company', 'CCD'],
  ['person', 'PPD'],
] as const;

/**
 * Builds a file of ACH credits as in the Nacha Operating Rules (appendices one and three): records of 94 characters in
 * blocks of ten. Companies and people get one batch each. The same order always produces the same bytes.
 */
export function achFile(order: AchOrder): string {
  const batches = BATCHES.map(([kind, code]) => ({
    code,
    entries: order.entries.filter(({ holderKind }) => holderKind === kind),
  })).filter(({ entries }) => entries.length > 0);
  let sequence = 0;
  const records = batches.flatMap(({ code, entries }, at) => {
    const lines = entries.flatMap((entry) => {
      sequence += 1;
      return entryRecords(order, entry, sequence);
    });
    return [batchHeader(order, code, at + 1), ...lines, batchControl(order, entries, at + 1)];
  });
  const used = records.length + 2;
  const blocks = Math.ceil(used / BLOCKING_FACTOR);
  const control = fileControl(order.entries, batches.length, blocks);
  const filler = Array.from({ length: blocks * BLOCKING_FACTOR - used }, () => '9'.repeat(94));
  return [fileHeader(order), ...records, control, ...filler, ''].join('\r\n');
}

const fileHeader = ({ routing, companyId, company, madeOn, madeAt, file, reference }: AchOrder): string =>
  [
    '101 ',
    routing,
    companyId.padStart(10),
    shortDay(madeOn),
    madeAt.replace(':', ''),
    MODIFIERS[(file - 1) % MODIFIERS.length],
    '094101',
    // The originating bank's name is optional, because its routing number identifies it.
    ' '.repeat(23),
    text(company, 23),
    text(reference, 8),
  ].join('');

const batchHeader = ({ routing, companyId, company, day, reference }: AchOrder, code: string, batch: number): string =>
  [
    '5',
    CREDITS_ONLY,
    text(company, 16),
    text(reference, 20),
    companyId.padEnd(10),
    code,
    text('PAYOUT', 10),
    ' '.repeat(6),
    shortDay(day),
    ' '.repeat(3),
    '1',
    routing.slice(0, 8),
    digits(batch, 7),
  ].join('');

/** Returns the payment record, and its addenda record with the description. */
function entryRecords({ routing }: AchOrder, entry: AchEntry, sequence: number): [string, string] {
  const number = digits(sequence, 7);
  const payment = [
    '6',
    CREDITS[entry.accountKind],
    entry.routing,
    entry.account.padEnd(17),
    digits(entry.cents, 10),
    text(entry.id.slice(-15), 15),
    text(entry.holder, 22),
    '  ',
    '1',
    routing.slice(0, 8),
    number,
  ];
  return [payment.join(''), ['705', text(entry.words, 80), '0001', number].join('')];
}

const batchControl = ({ routing, companyId }: AchOrder, entries: readonly AchEntry[], batch: number): string =>
  [
    '8',
    CREDITS_ONLY,
    digits(2 * entries.length, 6),
    ...sums(entries),
    companyId.padEnd(10),
    ' '.repeat(25),
    routing.slice(0, 8),
    digits(batch, 7),
  ].join('');

const fileControl = (entries: readonly AchEntry[], batches: number, blocks: number): string =>
  ['9', digits(batches, 6), digits(blocks, 6), digits(2 * entries.length, 8), ...sums(entries), ' '.repeat(39)].join(
    '',
  );

/**
 * Returns the entry hash (the last ten digits of the sum of routing numbers without check digits), the total of debits
 * and the total of credits.
 */
const sums = (entries: readonly AchEntry[]): string[] => [
  digits(
    entries.reduce((sum, { routing }) => sum + BigInt(routing.slice(0, 8)), 0n),
    10,
  ),
  digits(0, 12),
  digits(
    entries.reduce((sum, { cents }) => sum + cents, 0),
    12,
  ),
];
