import { wholeCents } from '#domain/document-cents.ts';
import { DAY_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { advertiserAccount, centsFixed, ownerAccount } from '../ledger/ledger.ts';
import type { PrintedLine } from './document-parts.ts';
import { numberText } from './document-words.ts';
import * as queries from './drafts-queries.ts';
import { drawApart } from './draw-apart.ts';
import { findJudged } from './judged-queries.ts';
import { findNewestLetterhead } from './letterhead-queries.ts';
import { changeMonth, findLastNumber, takeNumber } from './months-queries.ts';

/** "An invoice is due in 30 days." */
const DUE_DAYS = 30;
const EVER = Number.MAX_SAFE_INTEGER;
const LINES_AT_ONCE = 2_000;

type Finishing = {
  readonly accounts: AccountsDb;
  readonly now: () => number;
};

/** Makes the month's drafts final, one by one, in an order that is the same whenever it is gone on with. */
export async function finishDocuments(
  { accounts, now }: Finishing,
  held: { readonly month: string; readonly holder: string },
): Promise<number> {
  const drafts = await queries.findDrafts(accounts, held.month);
  for (const draft of drafts) {
    const lines = await readLines(accounts, draft.id);
    const { total, carriedLines } = await totalOf(accounts, draft, lines);
    const at = now();
    const due_at = draft.kind === 'invoice' ? at + DUE_DAYS * DAY_MS : null;
    const number = (await findLastNumber(accounts, draft.kind)) + 1;
    const final = { ...draft, number, total_cents: total.cents, final_at: at, due_at };
    const letterhead = await findNewestLetterhead(accounts);
    const { sha256 } = await drawApart(final, [...lines, ...carriedLines], letterhead);
    await accounts.transaction().execute(async (tx) => {
      await changeMonth(tx, held, {});
      if (!(await takeNumber(tx, draft.kind, number))) throw new Error(`The number ${number} is given already`);
      const rows = carriedLines.map(({ judged: _, ...row }) => row);
      await queries.insertLines(tx, rows);
      const fixed = {
        total_cents: total.cents,
        carried_micros: total.carriedMicros,
        pdf_sha256: sha256,
        letterhead_id: letterhead?.id ?? null,
      };
      await queries.finishDraft(tx, draft.id, { ...fixed, number, final_at: at, due_at });
      const isStatement = draft.kind === 'statement';
      const micros = total.cents * 10_000 - total.earnedMicros;
      const account = (isStatement ? ownerAccount : advertiserAccount)(draft.customer_id);
      const rounded = { id: draft.id, account, micros: isStatement ? -micros : micros };
      await centsFixed(tx, rounded, { at, author: numberText(draft.kind, number) });
    });
  }
  return queries.countDocuments(accounts, held.month);
}

/** Lines with what of them is not counted. */
export async function findPrinted(
  accounts: AccountsDb,
  documentId: string,
  from: number,
  limit: number,
): Promise<PrintedLine[]> {
  const rows = await queries.findLines(accounts, documentId, from, limit);
  const before = (rows.at(-1)?.place ?? from) + 1;
  const judged = await findJudged(accounts, documentId, { from, before });
  return rows.map((row) => ({ ...row, judged: judged.get(row.place) ?? [] }));
}

/** In pages: an owner may have a hundred thousand outlets. */
export async function readLines(accounts: AccountsDb, documentId: string): Promise<PrintedLine[]> {
  const lines: PrintedLine[] = [];
  for (;;) {
    const page = await findPrinted(accounts, documentId, (lines.at(-1)?.place ?? -1) + 1, LINES_AT_ONCE);
    lines.push(...page);
    if (page.length < LINES_AT_ONCE) return lines;
  }
}

/** Its cents, with what the document before left over, and the lines that say so. */
async function totalOf(accounts: AccountsDb, draft: queries.DocumentRow, lines: readonly queries.LineRow[]) {
  const { kind, customer_key: customerKey, month } = draft;
  // Whatever the clock said that made it final.
  const before = await queries.findDocumentBefore(accounts, { kind, customerKey, month, knownOn: EVER });
  const broughtIn = before?.carried_micros ?? 0;
  const earned = lines.reduce((all, { micros }) => all + BigInt(micros), 0n);
  const { cents, carriedMicros } = wholeCents(earned + BigInt(broughtIn));
  const line = (kind: 'carried' | 'carried-on', item: string, micros: number, at: number): PrintedLine => ({
    ...{
      document_id: draft.id,
      place: lines.length + at,
      kind,
      month: draft.month,
      of_key: 0,
      part: '',
      item,
      mark: '',
    },
    ...{ views: 0, clicks: 0, burns: 0, amount_micros: 0, owner_micros: 0, micros, adjustment_id: null, judged: [] },
  });
  const from = before?.number == null ? '' : numberText(draft.kind, before.number);
  const carriedLines = [
    ...(broughtIn === 0 ? [] : [line('carried', from, broughtIn, 0)]),
    ...(carriedMicros === 0 ? [] : [line('carried-on', '', -carriedMicros, 1)]),
  ];
  return { total: { cents, carriedMicros, earnedMicros: Number(earned) }, carriedLines };
}
