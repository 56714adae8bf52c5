import type { DocumentTitle } from '#contract/documents.ts';
import { DOCUMENT_TITLES } from '#domain/document-titles.ts';
import type { DocumentKind } from '../databases/accounts/ledger-tables.ts';
import type { LineRow } from './drafts-queries.ts';
import { type PaperWords, paperWords } from './paper-words.ts';

/** Formats a document number, such as `S-000012` or `I-000012`. The numbers of each kind have no gaps. */
export const numberText = (kind: DocumentKind, number: number): string =>
  `${kind === 'statement' ? 'S' : 'I'}-${String(number).padStart(6, '0')}`;

/**
 * Parses a document number as printed or in a shorter form: `S-000012`, `invoice 12`, `credit note 12`, `#12`. `kind`
 * is null if the text does not name one. Returns null for any other text.
 */
export function readNumber(text: string): { readonly kind: DocumentKind | null; readonly number: number } | null {
  const found = /^(statement|invoice|credit note|document)?\s*(?:no\.?|number|#)?\s*(?:([si])[-\s]?)?(\d{1,12})$/.exec(
    text.trim().toLowerCase(),
  );
  if (found === null) return null;
  const [, word, letter, digits] = found;
  const kinds = [word, letter].map((one) => KINDS_BY_WORD[one ?? '']).filter((one) => one !== undefined);
  const number = Number(digits);
  if (number === 0 || new Set(kinds).size > 1) return null;
  return { kind: kinds[0] ?? null, number };
}

const KINDS_BY_WORD: Readonly<Record<string, DocumentKind>> = {
  statement: 'statement',
  s: 'statement',
  invoice: 'invoice',
  i: 'invoice',
};

/**
 * The first layout whose documents can be credit notes. Documents with earlier layouts keep their title, regardless of
 * their total.
 */
export const CREDIT_NOTES_SINCE = 5;

/** Returns a document's title. A document with a negative total is a credit note; no payment is due for it. */
export const titleOf = ({
  kind,
  layout,
  total_cents: cents,
}: {
  readonly kind: DocumentKind;
  readonly layout: number;
  readonly total_cents: number | null;
}): DocumentTitle => (layout >= CREDIT_NOTES_SINCE && cents !== null && cents < 0 ? 'credit_note' : kind);

/** Returns the title and number, such as `Credit note I-000014`. */
export const titleText = (document: Parameters<typeof titleOf>[0] & { readonly number: number | null }): string =>
  `${DOCUMENT_TITLES[titleOf(document)]} ${numberText(document.kind, document.number ?? 0)}`;

/** Format for a month. Created once, because creating a format takes longer than drawing a line of a document. */
const inWords = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** Formats a month, such as `October 2026`. */
export const monthInWords = (month: string): string => inWords.format(Date.parse(`${month}-15T12:00:00Z`));

/** Returns the two columns that say what a line is for. */
export function lineWords(
  { kind, month, part, item, mark }: Pick<LineRow, 'kind' | 'month' | 'part' | 'item' | 'mark'>,
  words: Pick<PaperWords, 'late' | 'carried' | 'carriedOn'> = paperWords(),
): readonly [string, string] {
  const what = [item, mark.toUpperCase()].filter(Boolean).join(' · ');
  switch (kind) {
    case 'delivery':
      return [part, what];
    case 'late':
      return [part, `${what} (${words.late(monthInWords(month))})`];
    case 'adjustment':
      return [part, `${what} (adjustment)`];
    case 'carried':
      return [words.carried, item];
    case 'carried-on':
      return [words.carriedOn, ''];
  }
}
