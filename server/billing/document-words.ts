import type { DocumentKind } from '../databases/accounts/ledger-tables.ts';
import type { LineRow } from './drafts-queries.ts';

/** `S-000012` or `I-000012`: numbers of a kind have no gaps. */
export const numberText = (kind: DocumentKind, number: number): string =>
  `${kind === 'statement' ? 'S' : 'I'}-${String(number).padStart(6, '0')}`;

/**
 * Reads a number as documents bear it, or shorter: `S-000012`, `invoice 12`, `#12`. Without a word for the kind either may be
 * meant (null). Null for any other text.
 */
export function readNumber(text: string): { readonly kind: DocumentKind | null; readonly number: number } | null {
  const found = /^(statement|invoice|document)?\s*(?:no\.?|number|#)?\s*(?:([si])[-\s]?)?(\d{1,12})$/.exec(
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
  ...{ statement: 'statement', s: 'statement' },
  ...{ invoice: 'invoice', i: 'invoice' },
};

export const TITLES: Readonly<Record<DocumentKind, string>> = { statement: 'Statement', invoice: 'Invoice' };

/** Made once: to make it takes longer than to draw a line of a document. */
const inWords = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `October 2026`. */
export const monthInWords = (month: string): string => inWords.format(Date.parse(`${month}-15T12:00:00Z`));

/** What a line is about, in two columns. */
export function lineWords({
  kind,
  month,
  part,
  item,
  mark,
}: Pick<LineRow, 'kind' | 'month' | 'part' | 'item' | 'mark'>): readonly [string, string] {
  const what = [item, mark.toUpperCase()].filter(Boolean).join(' · ');
  switch (kind) {
    case 'delivery':
      return [part, what];
    case 'late':
      return [part, `${what} (late, of ${monthInWords(month)})`];
    case 'adjustment':
      return [part, `${what} (adjustment)`];
    case 'carried':
      return ['Carried from the document before', item];
    case 'carried-on':
      return ['Carried to the next document', ''];
  }
}
