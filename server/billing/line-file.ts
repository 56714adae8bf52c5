import { createHash } from 'node:crypto';
import type { DocumentKind } from '../databases/accounts/ledger-tables.ts';
import type { PrintedLine } from './document-parts.ts';

/**
 * A document's lines as JSON, one a line, whose SHA-256 its PDF names. It has the reader's own side of each amount and nothing else
 * decides a byte of it: a field that is added later would change the sums of documents that were sent.
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

/** SHA-256 of the file, in hex. */
export function hashLines(kind: DocumentKind, lines: readonly PrintedLine[]): string {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(lineText(kind, line));
  return hash.digest('hex');
}
