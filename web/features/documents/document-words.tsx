import type { DocumentLine, DocumentRow } from '#contract/documents.ts';
import { DOCUMENT_TITLES } from '#domain/document-titles.ts';
import { formatDollars, formatExactDollars, formatMonth } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { StateTag } from '../../ui/state-tag.tsx';
import { documentWordsStrings as strings } from './documents-strings.ts';

/** Returns a document's title: 'Statement S-000012'. The title of a document that is not final has no number. */
export const titleOf = ({ title, number }: Pick<DocumentRow, 'title' | 'number'>): string =>
  number === null ? DOCUMENT_TITLES[title] : `${DOCUMENT_TITLES[title]} ${number}`;

/** Formats the total: in whole cents for a final document, else the exact amount so far. */
export const totalOf = ({ state, total }: Pick<DocumentRow, 'state' | 'total'>): string =>
  state === 'final' ? formatDollars(total) : formatExactDollars(total);

/** Formats micro-dollars, given as a string of digits, as dollars. */
export const exactly = (micros: string): string => formatExactDollars(Number(micros) / 1_000_000);

const PAYMENTS = {
  open: strings.unpaid,
  part: strings.partiallyPaid,
  paid: strings.paid,
  overdue: strings.overdue,
} as const;
const STATES = { open: strings.open, closing: strings.awaitingLateEvents, final: strings.final } as const;

/** A final document's payment state, or else the state of the document's month. A credit note is never due. */
export function DocumentState({
  state,
  payment,
  paid,
  title,
  total,
}: Pick<DocumentRow, 'state' | 'payment' | 'paid' | 'title' | 'total'>) {
  if (state !== 'final' || payment === null) return <StateTag>{STATES[state]}</StateTag>;
  if (title === 'credit_note') return <StateTag tone="good">{strings.credited}</StateTag>;
  return (
    <StateTag tone={payment === 'paid' ? 'good' : payment === 'overdue' ? 'warning' : 'neutral'}>
      {paymentWords(payment, paid, total)}
    </StateTag>
  );
}

function paymentWords(payment: keyof typeof PAYMENTS, paid: number | null, total: number): string {
  const isPart = paid !== null && paid > 0 && paid < total;
  if (!isPart) return PAYMENTS[payment];
  return payment === 'overdue'
    ? interpolate(strings.overdueAfterPart, { paid: formatDollars(paid) })
    : interpolate(strings.paidOfTotal, { paid: formatDollars(paid), total: formatDollars(total) });
}

/** Describes what a line is for. */
export function lineWords({ kind, part, item, eui, month }: DocumentLine): string {
  const what = [part, item, eui].filter((text) => text !== '').join(' · ');
  switch (kind) {
    case 'delivery':
      return what;
    case 'late':
      return interpolate(strings.lateLine, { line: what, month: formatMonth(month) });
    case 'adjustment':
      return interpolate(strings.adjustmentLine, { line: what });
    case 'carried':
      return item === '' ? strings.carriedFromPrevious : interpolate(strings.carriedFrom, { document: item });
    case 'carried-on':
      return strings.carriedToNext;
  }
}
