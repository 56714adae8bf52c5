import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { DocumentKind } from '../databases/accounts/ledger-tables.ts';
import { findNumbersOf } from './corrected-queries.ts';
import { numberText } from './document-words.ts';
import type { LineRow } from './drafts-queries.ts';

type Drafted = {
  readonly id: string;
  readonly kind: DocumentKind;
  readonly customer_id: string;
  readonly month: string;
};
type DraftedLine = Pick<LineRow, 'kind' | 'month' | 'micros'>;

const gives = ({ kind, micros }: DraftedLine): boolean => kind === 'adjustment' && micros < 0;

/**
 * Maps the ID of a credit note to the numbers of the documents that it corrects, such as `I-000012, I-000014`. An
 * adjustment with a day corrects the document for that day's month. An adjustment without a day corrects no particular
 * document.
 */
export async function findCorrected(
  accounts: AccountsDb,
  creditNotes: readonly Drafted[],
  linesOf: (id: string) => readonly DraftedLine[],
): Promise<ReadonlyMap<string, string>> {
  const [first] = creditNotes;
  const having = creditNotes.filter(({ id }) => linesOf(id).some(gives));
  if (first === undefined || having.length === 0) return new Map();
  const customerIds = having.map(({ customer_id: id }) => id);
  const numbers = await findNumbersOf(accounts, first.kind, customerIds);
  return new Map(
    having.map(({ id, kind, customer_id: customerId, month: own }) => {
      const months = new Set(
        linesOf(id)
          .filter(gives)
          .map(({ month }) => month),
      );
      const corrected = numbers
        .filter(({ customer_id, month }) => customer_id === customerId && month < own && months.has(month))
        .map(({ number }) => number)
        .toSorted((one, other) => one - other);
      return [id, corrected.map((number) => numberText(kind, number)).join(', ')];
    }),
  );
}
