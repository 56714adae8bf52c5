import { wholeCents } from '#domain/document-cents.ts';
import { dueAt } from '#domain/due-date.ts';
import { MICROS_PER_CENT } from '#domain/money.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { DocumentKind } from '../databases/accounts/ledger-tables.ts';
import { advertiserAccount, centsFixed, ownerAccount } from '../ledger/ledger.ts';
import { findLedgerHead } from '../ledger/ledger-queries.ts';
import { grouped } from '../lib/grouped.ts';
import { findCorrected } from './correct-documents.ts';
import type { FinalDocument, PrintedLine } from './document-parts.ts';
import { numberText, titleOf } from './document-words.ts';
import * as queries from './drafts-queries.ts';
import { type Drawing, sumsApart } from './draw-apart.ts';
import { findNewestLetterhead, type LetterheadRow } from './letterhead-queries.ts';
import { hashLines } from './line-file.ts';
import { changeMonth, findLastNumber, takeNumbers } from './months-queries.ts';
import { readLinesOf } from './printed-lines.ts';

type Finishing = {
  readonly accounts: AccountsDb;
  readonly now: () => number;
  /** The network's time zone, in which due dates are days. */
  readonly timeZone: string;
  /**
   * Number of documents that one transaction finalizes. With one commit per document, waiting for the disk would take
   * minutes.
   */
  readonly documentsAtOnce: number;
};

type Held = { readonly month: string; readonly holder: string };

/** A document with everything that its transaction writes. */
type Drawn = {
  readonly id: string;
  readonly account: string;
  readonly number: number;
  readonly at: number;
  /** The amount that rounds the customer's account to whole cents. */
  readonly cents: number;
  readonly carriedLines: readonly queries.LineRow[];
  readonly final: queries.Final;
};

type Group = { readonly kind: DocumentKind; readonly ids: readonly string[]; readonly first: number };

/**
 * Finalizes a month's drafts, in the same order after every restart. While the process stores one group, the thread
 * draws the next group. Each group is one transaction and keeps the numbers with which it was drawn.
 */
export async function finishDocuments(finishing: Finishing, held: Held): Promise<number> {
  const { accounts } = finishing;
  const groups = await groupsOf(finishing, await queries.findDrafts(accounts, held.month));
  const drawn = (at: number): Promise<readonly Drawn[]> => {
    const group = groups[at];
    const work = group === undefined ? Promise.resolve([]) : drawGroup(finishing, group);
    // If the previous group fails, this promise is never awaited.
    work.catch(() => undefined);
    return work;
  };
  let next = drawn(0);
  for (const [at, group] of groups.entries()) {
    const documents = await next;
    next = drawn(at + 1);
    await accounts.transaction().execute(async (tx) => {
      await changeMonth(tx, held, {});
      await writeGroup(tx, group, documents);
    });
  }
  return queries.countDocuments(accounts, held.month);
}

/** Groups drafts by kind, each group with its first number. */
async function groupsOf(
  { accounts, documentsAtOnce }: Finishing,
  drafts: Awaited<ReturnType<typeof queries.findDrafts>>,
): Promise<Group[]> {
  const groups: Group[] = [];
  for (const [kind, own] of grouped(drafts, (draft) => draft.kind)) {
    const first = (await findLastNumber(accounts, kind)) + 1;
    for (let at = 0; at < own.length; at += documentsAtOnce) {
      const ids = own.slice(at, at + documentsAtOnce).map(({ id }) => id);
      groups.push({ kind, ids, first: first + at });
    }
  }
  return groups;
}

async function drawGroup({ accounts, now, timeZone }: Finishing, { kind, ids, first }: Group): Promise<Drawn[]> {
  const drafts = await queries.findDocumentRows(accounts, ids);
  const lines = await readLinesOf(accounts, ids);
  const before = await queries.findDocumentsBefore(accounts, kind, drafts);
  const letterhead = await findNewestLetterhead(accounts);
  const head = await findLedgerHead(accounts);
  const at = now();
  const ownLines = (id: string) => lines.get(id) ?? [];
  const totals = new Map(
    drafts.map((draft) => [draft.id, totalOf(draft, ownLines(draft.id), before.get(draft.customer_id))]),
  );
  const creditNotes = drafts.filter(
    (draft) => titleOf({ ...draft, total_cents: totals.get(draft.id)?.cents ?? 0 }) === 'credit_note',
  );
  const corrected = await findCorrected(accounts, creditNotes, ownLines);
  const fixed = drafts.map((draft, index) => {
    const own = ownLines(draft.id);
    const total = totals.get(draft.id) ?? totalOf(draft, own, undefined);
    // A credit note has no due date.
    const isDue = kind === 'invoice' && total.cents >= 0;
    const due = {
      due_at: isDue ? dueAt(at, timeZone) : null,
      corrects: corrected.get(draft.id) ?? '',
    };
    const printed = [...own, ...total.carriedLines];
    const proof = {
      lines_sha256: hashLines(kind, printed),
      ledger_seq: head?.seq ?? 0,
      ledger_head: head?.hash ?? '',
    };
    const document = { ...draft, number: first + index, total_cents: total.cents, final_at: at, ...due, ...proof };
    return { document, lines: printed, total };
  });
  const sums = await sumsApart(fixed, letterhead);
  return fixed.map((one, index) => withSum(one, sums[index] ?? '', letterhead));
}

type Fixed = Drawing & {
  readonly document: queries.DocumentRow & FinalDocument;
  readonly total: ReturnType<typeof totalOf>;
};

function withSum({ document, total }: Fixed, sha256: string, letterhead: LetterheadRow | undefined): Drawn {
  const { id, kind, customer_id: customerId, number, total_cents, final_at, due_at } = document;
  const micros = total.cents * MICROS_PER_CENT - total.earnedMicros;
  const { corrects, lines_sha256, ledger_seq, ledger_head } = document;
  const proof = { pdf_sha256: sha256, lines_sha256, ledger_seq, ledger_head };
  const kept = { carried_micros: total.carriedMicros, letterhead_id: letterhead?.id ?? null, corrects, ...proof };
  const isStatement = kind === 'statement';
  return {
    id,
    number,
    at: final_at,
    carriedLines: total.carriedLines.map(({ judged: _, ...row }) => row),
    account: (isStatement ? ownerAccount : advertiserAccount)(customerId),
    cents: isStatement ? -micros : micros,
    final: { id, number, total_cents, final_at, due_at, ...kept },
  };
}

async function writeGroup(tx: AccountsDb, { kind, ids, first }: Group, documents: readonly Drawn[]): Promise<void> {
  if (!(await takeNumbers(tx, kind, first, ids.length)))
    throw new Error(`The numbers from ${first} on are given already`);
  await queries.insertLines(
    tx,
    documents.flatMap(({ carriedLines }) => carriedLines),
  );
  await queries.finishDrafts(
    tx,
    documents.map(({ final }) => final),
  );
  await centsFixed(
    tx,
    documents.map(({ id, account, cents, number, at }) => ({
      id,
      account,
      micros: cents,
      at,
      author: numberText(kind, number),
    })),
  );
}

/**
 * Returns the total in cents, including the amount carried over from the previous document, and the lines that show the
 * carried amounts.
 */
function totalOf(draft: queries.DocumentRow, lines: readonly queries.LineRow[], before: queries.Before | undefined) {
  const broughtIn = before?.carried_micros ?? 0;
  const earned = lines.reduce((all, { micros }) => all + BigInt(micros), 0n);
  const { cents, carriedMicros } = wholeCents(earned + BigInt(broughtIn));
  const line = (kind: 'carried' | 'carried-on', item: string, micros: number, at: number): PrintedLine => ({
    document_id: draft.id,
    place: lines.length + at,
    kind,
    month: draft.month,
    of_key: 0,
    part: '',
    item,
    mark: '',
    views: 0,
    clicks: 0,
    burns: 0,
    amount_micros: 0,
    owner_micros: 0,
    micros,
    adjustment_id: null,
    judged: [],
  });
  const from = before?.number == null ? '' : numberText(draft.kind, before.number);
  const carriedLines = [
    ...(broughtIn === 0 ? [] : [line('carried', from, broughtIn, 0)]),
    ...(carriedMicros === 0 ? [] : [line('carried-on', '', -carriedMicros, 1)]),
  ];
  return { cents, carriedMicros, earnedMicros: Number(earned), carriedLines };
}
