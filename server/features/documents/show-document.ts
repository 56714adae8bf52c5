import type { DocumentLine, DocumentRow as ShownDocument } from '#contract/documents.ts';
import { closesAt } from '#domain/billing-month.ts';
import { dollars } from '#domain/money.ts';
import type { Scope } from '#domain/role.ts';
import type { PrintedLine } from '../../billing/document-parts.ts';
import { numberText, titleOf } from '../../billing/document-words.ts';
import type { DocumentRow } from '../../billing/drafts-queries.ts';
import { LAYOUT } from '../../billing/draw-document.ts';
import type { CustomerStanding } from '../../billing/settle-customers.ts';
import type { Line, UnbilledDocument } from '../../billing/unbilled-documents.ts';
import { centsOf } from '../../paper/shown-numbers.ts';

const iso = (ms: number): string => new Date(ms).toISOString();

export function showFinal(row: DocumentRow, standing: CustomerStanding): ShownDocument {
  return {
    id: row.id,
    kind: row.kind,
    title: titleOf(row),
    corrects: row.corrects === '' ? [] : row.corrects.split(', '),
    state: 'final',
    month: row.month,
    time_zone: row.time_zone,
    customer: { id: row.customer_id, name: row.customer_name },
    number: numberText(row.kind, row.number ?? 0),
    currency: row.currency,
    total: (row.total_cents ?? 0) / 100,
    carried: dollars(row.carried_micros ?? 0),
    cut_off_at: iso(row.cut_off_at * 1_000),
    final_at: iso(row.final_at ?? 0),
    due_at: row.due_at === null ? null : iso(row.due_at),
    pdf_sha256: row.pdf_sha256,
    lines_sha256: row.lines_sha256,
    without_play: withoutPlay(row),
    ledger: row.ledger_head === null ? null : { seq: row.ledger_seq ?? 0, hash: row.ledger_head },
    ...paymentOf(row.id, standing),
  };
}

const withoutPlay = ({ counted_views: counted, unsigned_views: views, unsigned_micros: micros }: DocumentRow) =>
  counted === null ? null : { of_views: counted, views: views ?? 0, amount: dollars(micros ?? 0) };

/** Returns a document's payment status. A document that is not among the customer's final documents is unpaid. */
function paymentOf(id: string, { documents }: CustomerStanding): Pick<ShownDocument, 'paid' | 'payment'> {
  const settled = documents.find((one) => one.id === id);
  if (settled === undefined) return { paid: 0, payment: 'open' };
  const { cents, settled: paid, open, isOverdue } = settled;
  const left = paid > 0 && cents > paid ? 'part' : 'open';
  return { paid: paid / 100, payment: open === 0 ? 'paid' : isOverdue ? 'overdue' : left };
}

type Terms = { readonly currency: string; readonly networkTimeZone: string; readonly closeAfterDays: number };

export function showUnbilled(
  document: UnbilledDocument,
  { currency, networkTimeZone, closeAfterDays }: Terms,
): ShownDocument {
  const { kind, month, state, customer } = document;
  const { micros, title } = sumOf(document);
  return {
    id: `${kind}-${month}-${customer.id}`,
    kind,
    title,
    corrects: [],
    state,
    month,
    currency,
    number: null,
    carried: null,
    cut_off_at: null,
    due_at: null,
    pdf_sha256: null,
    lines_sha256: null,
    without_play: null,
    ledger: null,
    paid: null,
    payment: null,
    time_zone: networkTimeZone,
    customer: { id: customer.id, name: customer.name },
    total: dollars(micros),
    final_at: iso(closesAt(month, networkTimeZone, closeAfterDays)),
  };
}

/** Returns the sum of a document's lines, and the document's title. */
export function sumOf({ kind, lines }: Pick<UnbilledDocument, 'kind' | 'lines'>) {
  const micros = lines.reduce((all, line) => all + BigInt(line.micros), 0n);
  const cents = Number(centsOf(micros));
  return { micros, title: titleOf({ kind, layout: LAYOUT, total_cents: cents }) };
}

/** Builds a line. Only administrators and full-access users see the amounts of the other side. */
export function showLine(
  document: 'statement' | 'invoice',
  line: Line | PrintedLine,
  { kind: scope }: Scope,
): DocumentLine {
  const { kind, month, part, item, mark, views, clicks, burns, micros } = line;
  return {
    kind,
    month,
    part,
    item,
    eui: mark.toUpperCase(),
    views,
    clicks,
    burns,
    micros: String(micros),
    not_counted: (line.judged ?? []).map(({ reason, amount_micros: amount, owner_micros: owner, ...counts }) => ({
      reason,
      views: counts.views,
      clicks: counts.clicks,
      burns: counts.burns,
      withheld_micros: String(document === 'statement' ? owner : amount),
    })),
    ...(scope === 'all' ? { amount_micros: String(line.amount_micros), owner_micros: String(line.owner_micros) } : {}),
  };
}
