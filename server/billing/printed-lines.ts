import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { grouped } from '../lib/grouped.ts';
import type { PrintedLine } from './document-parts.ts';
import { findLines, findLinesOf } from './drafts-queries.ts';
import { findJudged, findJudgedOf } from './judged-queries.ts';

/**
 * Maximum number of lines per query. SQLite reads on the main thread, and reading 2,000 lines blocked it for 55 ms
 * (measured).
 */
const LINES_AT_ONCE = 500;

/** Finds lines with their invalid events. */
export async function findPrinted(
  accounts: AccountsDb,
  documentId: string,
  from: number,
  limit: number,
): Promise<PrintedLine[]> {
  const rows = await findLines(accounts, documentId, from, limit);
  const before = (rows.at(-1)?.place ?? from) + 1;
  const judged = await findJudged(accounts, documentId, { from, before });
  return rows.map((row) => ({ ...row, judged: judged.get(row.place) ?? [] }));
}

/** Reads a document's lines in pages, because an owner may have a hundred thousand outlets. */
export async function readLines(accounts: AccountsDb, documentId: string): Promise<PrintedLine[]> {
  const lines: PrintedLine[] = [];
  for (;;) {
    const page = await findPrinted(accounts, documentId, (lines.at(-1)?.place ?? -1) + 1, LINES_AT_ONCE);
    for (const line of page) lines.push(line);
    if (page.length < LINES_AT_ONCE) return lines;
  }
}

/** Reads the lines of several documents. One query can read many short documents. */
export async function readLinesOf(
  accounts: AccountsDb,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PrintedLine[]>> {
  const byDocument = new Map<string, readonly PrintedLine[]>();
  for (let left = documentIds; left.length > 0; left = left.filter((id) => !byDocument.has(id))) {
    const rows = await findLinesOf(accounts, left, LINES_AT_ONCE);
    const cut = rows.length < LINES_AT_ONCE ? undefined : rows.at(-1)?.document_id;
    const whole = grouped(
      rows.filter(({ document_id: id }) => id !== cut),
      ({ document_id: id }) => id,
    );
    const judged = await findJudgedOf(accounts, [...whole.keys()]);
    for (const [id, own] of whole)
      byDocument.set(
        id,
        own.map((row) => ({ ...row, judged: judged.get(id)?.get(row.place) ?? [] })),
      );
    // This document alone has more lines than the limit, so read it in pages.
    if (cut !== undefined && whole.size === 0) byDocument.set(cut, await readLines(accounts, cut));
    if (cut === undefined) for (const id of left) if (!byDocument.has(id)) byDocument.set(id, []);
  }
  return byDocument;
}
