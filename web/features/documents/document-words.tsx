import type { DocumentLine, DocumentRow } from '#contract/documents.ts';
import { DOCUMENT_TITLES } from '#domain/document-titles.ts';
import { formatDollars, formatExactDollars, formatMonth } from '../../lib/formatters.ts';
import { StateTag } from '../../ui/state-tag.tsx';

/** Returns a document's title: 'Statement S-000012'. The title of a document that is not final has no number. */
export const titleOf = ({ title, number }: Pick<DocumentRow, 'title' | 'number'>): string =>
  number === null ? DOCUMENT_TITLES[title] : `${DOCUMENT_TITLES[title]} ${number}`;

/** Formats the total: in whole cents for a final document, else the exact amount so far. */
export const totalOf = ({ state, total }: Pick<DocumentRow, 'state' | 'total'>): string =>
  state === 'final' ? formatDollars(total) : formatExactDollars(total);

/** Formats micro-dollars, given as a string of digits, as dollars. */
export const exactly = (micros: string): string => formatExactDollars(Number(micros) / 1_000_000);

const PAYMENTS = { open: 'Not paid', part: 'Paid in part', paid: 'Paid', overdue: 'Overdue' } as const;
const STATES = { open: 'Running', closing: 'Waits for late events', final: 'Final' } as const;

/** A final document's payment state, or else the state of the document's month. A credit note is never due. */
export function DocumentState({
  state,
  payment,
  paid,
  title,
  total,
}: Pick<DocumentRow, 'state' | 'payment' | 'paid' | 'title' | 'total'>) {
  if (state !== 'final' || payment === null) return <StateTag>{STATES[state]}</StateTag>;
  if (title === 'credit_note') return <StateTag tone="good">Credited</StateTag>;
  const isPart = paid !== null && paid > 0 && paid < total;
  return (
    <StateTag tone={payment === 'paid' ? 'good' : payment === 'overdue' ? 'warning' : 'neutral'}>
      {PAYMENTS[payment]}
      {isPart ? ` ${formatDollars(paid)}` : ''}
    </StateTag>
  );
}

/** Describes a line as the document prints it. */
export function lineWords({ kind, part, item, eui, month }: DocumentLine): string {
  const what = [part, item, eui].filter((text) => text !== '').join(' · ');
  switch (kind) {
    case 'delivery':
      return what;
    case 'late':
      return `${what} (late, of ${formatMonth(month)})`;
    case 'adjustment':
      return `${what} (adjustment)`;
    case 'carried':
      return `Carried from ${item === '' ? 'the document before' : item}`;
    case 'carried-on':
      return 'Carried to the next document';
  }
}
