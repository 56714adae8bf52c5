import { createHash } from 'node:crypto';
import type { DocumentKind } from '../databases/accounts/ledger-tables.ts';
import type { PrintedLine } from './document-parts.ts';

/**
 * Formats a line of a document as a line of JSON. The PDF contains the SHA-256 of the file with these lines. Amounts
 * are those of the document's side. Nothing else may affect the bytes: a field added later would change the hashes of
 * documents already sent.
 */
export function lineText(kind: DocumentKind, line: PrintedLine): string {
  const own = (amounts: { readonly amount_micros: number; readonly owner_micros: number }) =>
    String(kind === 'statement' ? amounts.owner_micros : amounts.amount_micros);
  return `${JSON.stringify({
    place: line.place,
    kind: line.kind,
    month: line.month,
    part: line.part,
    item: line.item,
    eui: line.mark.toUpperCase(),
    views: line.views,
    clicks: line.clicks,
    burns: line.burns,
    micros: String(line.micros),
    not_counted: [...line.judged]
      .sort((a, b) => (a.reason < b.reason ? -1 : 1))
      .map((judged) => ({
        reason: judged.reason,
        views: judged.views,
        clicks: judged.clicks,
        burns: judged.burns,
        withheld_micros: own(judged),
      })),
  })}\n`;
}

/** Returns the SHA-256 of the line file, in hex. */
export function hashLines(kind: DocumentKind, lines: readonly PrintedLine[]): string {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(lineText(kind, line));
  return hash.digest('hex');
}
