import type { FinalDocument } from './document-parts.ts';
import { monthInWords } from './document-words.ts';
import type { DraftLine } from './draft-documents.ts';
import type { DocumentRow } from './drafts-queries.ts';
import { paperWords } from './paper-words.ts';
import { exactMoney } from './shown-money.ts';

/** Valid views of flights that were reported without a play, and their cost in micro-dollars, by advertiser. */
export type UnsignedSums = ReadonlyMap<number, { readonly views: number; readonly micros: number }>;

/**
 * Returns an invoice's columns about unsigned views. The columns cover the invoice's own month, without late lines for
 * earlier months.
 */
export function unsignedColumns(
  lines: readonly Pick<DraftLine, 'kind' | 'views'>[],
  unsigned: { readonly views: number; readonly micros: number } | undefined,
): Pick<DocumentRow, 'counted_views' | 'unsigned_views' | 'unsigned_micros'> {
  const counted = lines.reduce((sum, { kind, views }) => sum + (kind === 'delivery' ? views : 0), 0);
  return { counted_views: counted, unsigned_views: unsigned?.views ?? 0, unsigned_micros: unsigned?.micros ?? 0 };
}

/**
 * Returns the sentence about unsigned views on an invoice. Empty if there are no such views, on statements, and on
 * older documents.
 */
export function unsignedWords(
  document: Pick<
    FinalDocument,
    'counted_views' | 'unsigned_views' | 'unsigned_micros' | 'currency' | 'month' | 'layout'
  >,
): readonly string[] {
  const { counted_views: counted, unsigned_views: views, unsigned_micros: micros, currency, month, layout } = document;
  if (counted == null || micros == null || !views) return [];
  const words = paperWords(layout).unsigned({ all: counted, some: views, month: monthInWords(month) });
  return [`${words}: ${exactMoney(BigInt(micros), currency)}.`];
}
