import { instantWords } from '#domain/instant-words.ts';
import { shownCount } from '../paper/shown-numbers.ts';
import { lineWords, monthInWords } from './document-words.ts';
import type { DocumentRow, LineRow } from './drafts-queries.ts';
import type { Judged } from './judged-queries.ts';
import { EARLIER_WORDS, paperWords } from './paper-words.ts';
import { exactMoney } from './shown-money.ts';

/** A document with everything that its PDF shows. Nothing else affects the PDF's bytes. */
export type FinalDocument = Pick<
  DocumentRow,
  | 'id'
  | 'kind'
  | 'month'
  | 'customer_name'
  | 'customer_address'
  | 'customer_tax_id'
  | 'currency'
  | 'time_zone'
  | 'cut_off_at'
  | 'layout'
  | 'lines_sha256'
  | 'ledger_seq'
  | 'ledger_head'
  | 'paper'
  | 'corrects'
> &
  Partial<Pick<DocumentRow, 'counted_views' | 'unsigned_views' | 'unsigned_micros'>> & {
    readonly number: number;
    readonly total_cents: number;
    readonly final_at: number;
    readonly due_at: number | null;
  };

/** Maximum number of printed lines, about 180 pages. Any further lines are combined into one additional line. */
export const MOST_LINES = 8_500;

/** A line with its invalid events. */
export type PrintedLine = LineRow & { readonly judged: readonly Judged[] };

/** Columns that all layouts share. Final documents use them, so they must never change. */
export type Column = { readonly head: string; readonly width: number; readonly align: 'left' | 'right' };

export const columnsOf = (kind: DocumentRow['kind']): readonly Column[] => [
  { head: kind === 'statement' ? 'Venue' : 'Campaign', width: 150, align: 'left' },
  { head: kind === 'statement' ? 'Outlet' : 'Flight', width: 174, align: 'left' },
  { head: kind === 'statement' ? 'Charges' : 'Views', width: 46, align: 'right' },
  { head: 'Clicks', width: 40, align: 'right' },
  { head: 'Burns', width: 42, align: 'right' },
  { head: kind === 'statement' ? 'Your share' : 'Amount', width: 88, align: 'right' },
];

export function* rowsOf({ currency }: FinalDocument, lines: readonly LineRow[]): Generator<readonly string[]> {
  const isDelivery = ({ kind }: LineRow) => kind === 'delivery' || kind === 'late';
  const row = (
    part: string,
    item: string,
    line: Pick<LineRow, 'views' | 'clicks' | 'burns'> | null,
    micros: bigint,
  ) => [
    ...[part, item],
    ...(line === null ? ['', '', ''] : [line.views, line.clicks, line.burns].map(shownCount)),
    exactMoney(micros, currency),
  ];
  const carried = lines.filter(({ kind }) => kind === 'carried' || kind === 'carried-on');
  const others = lines.filter(({ kind }) => kind !== 'carried' && kind !== 'carried-on');
  for (const line of others.slice(0, MOST_LINES)) {
    const [part, item] = lineWords(line, EARLIER_WORDS);
    yield row(part, item, isDelivery(line) ? line : null, BigInt(line.micros));
  }
  const rest = others.slice(MOST_LINES);
  if (rest.length > 0) {
    const sum = (of: (line: LineRow) => number) => rest.reduce((all, line) => all + of(line), 0);
    const counts = { views: sum((one) => one.views), clicks: sum((one) => one.clicks), burns: sum((one) => one.burns) };
    const micros = rest.reduce((all, line) => all + BigInt(line.micros), 0n);
    yield row(`${shownCount(rest.length)} more lines`, 'in the file of this document', counts, micros);
  }
  for (const line of carried) {
    const [part, item] = lineWords(line, EARLIER_WORDS);
    yield row(part, item, null, BigInt(line.micros));
  }
}

/** Formats cached by time zone. Creating a format takes longer than formatting all of a document's dates. */
const DAY_FORMATS = new Map<string, Intl.DateTimeFormat>();

function dayFormatOf(timeZone: string): Intl.DateTimeFormat {
  const format = DAY_FORMATS.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' });
  DAY_FORMATS.set(timeZone, format);
  return format;
}

/** The first layout that prints the cut-off time in its time zone. */
const WORDS_SINCE = 5;
/** The maximum number of corrected documents that a credit note names. */
const MOST_CORRECTED = 3;

function correctedWords(corrects: string): string {
  const numbers = corrects.split(', ');
  const more = numbers.length - MOST_CORRECTED;
  return more > 0 ? `${numbers.slice(0, MOST_CORRECTED).join(', ')} and ${more} more` : corrects;
}

export function factsOf({
  month,
  time_zone: timeZone,
  final_at,
  due_at,
  cut_off_at,
  corrects,
  layout,
}: FinalDocument): readonly (readonly [string, string])[] {
  const words = paperWords(layout);
  const cutOffMs = cut_off_at * 1_000;
  const format = dayFormatOf(timeZone);
  const day = (ms: number) => format.format(ms).replace(/\s/g, ' ');
  return [
    ['Month', monthInWords(month)],
    [words.timeZone, timeZone],
    ['Issued', day(final_at)],
    [
      words.cutOff,
      layout < WORDS_SINCE ? `${new Date(cutOffMs).toISOString().slice(0, 19)}Z` : instantWords(cutOffMs, timeZone),
    ],
    ...(corrects === '' ? [] : [['Corrects', correctedWords(corrects)] as const]),
    ...(due_at === null ? [] : [['Due', day(due_at)] as const]),
  ];
}
