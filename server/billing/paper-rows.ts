import type { InvalidReason } from '#contract/ingest.ts';
import { shownCount } from '../paper/shown-numbers.ts';
import { MOST_LINES, type PrintedLine } from './document-parts.ts';
import { lineWords } from './document-words.ts';
import type { DocumentRow } from './drafts-queries.ts';
import { paperWords } from './paper-words.ts';

export type PaperColumn = { readonly head: string; readonly width: number; readonly isFigure: boolean };

const figure = (head: string, width: number): PaperColumn => ({ head, width, isFigure: true });
const words = (head: string, width: number): PaperColumn => ({ head, width, isFigure: false });

/** Returns the columns for subject, counts and amount. Together they are as wide as the content area. */
export const paperColumns = ({ kind, layout }: Pick<DocumentRow, 'kind' | 'layout'>): readonly PaperColumn[] => [
  words(kind === 'statement' ? 'Venue' : 'Campaign', 100),
  words(kind === 'statement' ? 'Outlet' : 'Flight', 128),
  figure('Gross', 44),
  figure(paperWords(layout).invalid, 56),
  figure(kind === 'statement' ? 'Net charges' : 'Net views', 56),
  figure('Clicks', 36),
  figure('Burns', 36),
  figure(kind === 'statement' ? 'Your share' : 'Amount', 84),
];

type Counts = { readonly views: number; readonly clicks: number; readonly burns: number };
type PaperRow = {
  readonly part: string;
  readonly item: string;
  /** Null if the line has no events. */
  readonly counts: (Counts & { readonly notCounted: number }) | null;
  readonly micros: bigint;
};

const notCountedOf = ({ judged }: PrintedLine): number => judged.reduce((all, { views }) => all + views, 0);
const isCarried = ({ kind }: PrintedLine): boolean => kind === 'carried' || kind === 'carried-on';
const isDelivery = ({ kind }: PrintedLine): boolean => kind === 'delivery' || kind === 'late';

/** Yields the rows to print: one per line up to the limit, one that sums the remaining lines, then carried amounts. */
export function* paperRows(lines: readonly PrintedLine[], layout: number): Generator<PaperRow> {
  const others = lines.filter((line) => !isCarried(line));
  for (const line of others.slice(0, MOST_LINES)) yield rowOf(line, layout);
  const rest = others.slice(MOST_LINES);
  if (rest.length > 0) {
    const sum = sumOf(rest);
    yield { ...sum, part: `${shownCount(rest.length)} more lines`, item: 'in the CSV file of this document' };
  }
  for (const line of lines.filter(isCarried)) yield rowOf(line, layout);
}

function rowOf(line: PrintedLine, layout: number): PaperRow {
  const [part, item] = lineWords(line, paperWords(layout));
  const { views, clicks, burns } = line;
  const counts = isDelivery(line) ? { views, clicks, burns, notCounted: notCountedOf(line) } : null;
  return { part, item, counts, micros: BigInt(line.micros) };
}

/** Sums the counts and money of all lines. */
export function sumOf(
  lines: readonly PrintedLine[],
): Pick<PaperRow, 'micros'> & { counts: NonNullable<PaperRow['counts']> } {
  const sum = { views: 0, clicks: 0, burns: 0, notCounted: 0 };
  let micros = 0n;
  for (const line of lines) {
    micros += BigInt(line.micros);
    if (!isDelivery(line)) continue;
    sum.views += line.views;
    sum.clicks += line.clicks;
    sum.burns += line.burns;
    sum.notCounted += notCountedOf(line);
  }
  return { counts: sum, micros };
}

export const countCells = (counts: PaperRow['counts']): readonly string[] =>
  counts === null
    ? ['', '', '', '', '']
    : [counts.views + counts.notCounted, counts.notCounted, counts.views, counts.clicks, counts.burns].map(shownCount);

export type ReasonRow = Counts & { readonly reason: InvalidReason; readonly micros: bigint };

/**
 * Sums invalid events by reason, most events first, with the amount that they would have been worth to the document's
 * customer.
 */
export function reasonRows(kind: DocumentRow['kind'], lines: readonly PrintedLine[]): ReasonRow[] {
  const byReason = new Map<InvalidReason, ReasonRow>();
  for (const { judged } of lines)
    for (const { reason, views, clicks, burns, amount_micros: amount, owner_micros: owner } of judged) {
      const known = byReason.get(reason) ?? { reason, views: 0, clicks: 0, burns: 0, micros: 0n };
      const counts = { views: known.views + views, clicks: known.clicks + clicks, burns: known.burns + burns };
      const micros = known.micros + BigInt(kind === 'statement' ? owner : amount);
      byReason.set(reason, { reason, ...counts, micros });
    }
  const size = ({ views, clicks, burns }: ReasonRow) => views + clicks + burns;
  return [...byReason.values()].toSorted(
    (one, other) => size(other) - size(one) || (one.reason < other.reason ? -1 : 1),
  );
}
