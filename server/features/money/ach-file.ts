import { achText } from '#domain/bank-text.ts';

export type AchEntry = {
  /** The recipient's routing number (nine digits) and account number. */
  readonly routing: string;
  readonly account: string;
  readonly accountKind: 'checking' | 'savings';
  readonly holder: string;
  readonly holderKind: 'company' | 'person';
  readonly cents: number;
  /** How the recipient's bank identifies the recipient. Only the last 15 characters count. */
  readonly id: string;
  /** Payment description, 80 characters. */
  readonly words: string;
};

export type AchOrder = {
  /** Routing number of the originating bank. */
  readonly routing: string;
  /** Assigned by the bank to the originator: at most ten characters, often 1 and the EIN. */
  readonly companyId: string;
  readonly company: string;
  /** When the file was made: `YYYY-MM-DD` and `HH:MM`. */
  readonly madeOn: string;
  readonly madeAt: string;
  /** The day on which recipients get their money, `YYYY-MM-DD`. */
  readonly day: string;
  /** Number of this file among the corrected files of a run, from 1. */
  readonly file: number;
  readonly reference: string;
  readonly entries: readonly AchEntry[];
};

/** Limit of the ten-digit amount field. */
export const MOST_ACH_CENTS = 9_999_999_999;

const BLOCKING_FACTOR = 10;
const CREDITS_ONLY = '220';
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

const text = (value: string, length: number): string => achText(value, length).padEnd(length);
const digits = (value: number | bigint, length: number): string => String(value).padStart(length, '0').slice(-length);
const shortDay = (day: string): string => day.replaceAll('-', '').slice(2);

/** Transaction codes of credits. */
const CREDITS = { checking: '22', savings: '32' } as const;
/** Companies get corporate credits (CCD), people prearranged ones (PPD). */
const BATCHES = [
  ['company', 'CCD'],
  ['person', 'PPD'],
] as const;

/**
 * Builds a file of ACH credits as in the Nacha Operating Rules (appendices one and three): records of 94 characters in
 * blocks of ten. One batch for companies, one for people. The same order makes the same bytes.
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
    // The name of the originating bank is optional: its routing number identifies it.
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

/** The payment record, and its addenda record with the description. */
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

/** Entry hash (routing numbers without their check digits, the last ten digits of the sum), debits, credits. */
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
