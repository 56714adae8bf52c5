import type { Generated } from 'kysely';
import type { InvalidReason } from '#contract/ingest.ts';
import type { Paper, PaperChoice } from '#domain/paper.ts';

type Instant = number;

/** Kinds of ledger entries. */
export const ENTRY_KINDS = ['delivery', 'late', 'adjustment', 'payment', 'payout', 'rounding'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

type LedgerAccountTable = {
  /** `advertiser:<customer id>`, `owner:<customer id>`, `network:revenue`, `network:cash` or `rounding`. */
  name: string;
  kind: 'advertiser' | 'owner' | 'network' | 'rounding';
  customer_id: string | null;
  opened_at: Instant;
};

/**
 * Numbered without gaps, each with a hash over itself, its postings and the previous entry. Only `server/ledger/`
 * writes here.
 */
type LedgerEntryTable = {
  seq: number;
  at: Instant;
  kind: EntryKind;
  /** The source of the entry. It is unique, so a second booking is refused. */
  reference: string;
  reason: string;
  author: string;
  /** Number of its postings. */
  postings: number;
  hash: string;
  /** Maintained by triggers; both are zero at the end of a transaction. */
  left_postings: number;
  left_micros: number;
};

type LedgerPostingTable = {
  entry_seq: number;
  place: number;
  account: string;
  /** Positive: owed to the network, or its asset. Negative: owed by it, or its revenue. */
  micros: number;
};

/** A calendar month of the network's zone. It is final once `final_at` is set. */
type BillingMonthTable = {
  month: string;
  from_at: Instant;
  to_at: Instant;
  /** The run that is closing it. A stale run writes nothing more. */
  holder: string | null;
  /** Epoch seconds by the clock of the events store. Its documents contain events that arrived earlier. */
  cut_off_at: number | null;
  /** When all its lines were stored as drafts. */
  read_at: Instant | null;
  final_at: Instant | null;
  /** The last cut-off up to which it was checked for late events. */
  looked_until: number | null;
};

/** Delivery of an owner's outlets to an advertiser in `month`, as first known when `closing` was closed. */
type BilledPairTable = {
  closing: string;
  month: string;
  owner_key: number;
  advertiser_key: number;
  amount_micros: number;
  owner_micros: number;
};

export type DocumentKind = 'statement' | 'invoice';

/**
 * A statement of an owner or an invoice of an advertiser. A draft until it has its number, and immutable from then on.
 */
type DocumentTable = {
  /** `statement-2026-10-<customer id>`. */
  id: string;
  kind: DocumentKind;
  month: string;
  customer_id: string;
  customer_key: number;
  customer_name: string;
  /** Values when its month was read; '' if they were missing. */
  customer_address: string;
  customer_tax_id: string;
  number: number | null;
  currency: string;
  /** Time zone of the month's days. */
  time_zone: string;
  total_cents: number | null;
  /** The remainder below a cent, carried into the next document: at most half a cent either way. */
  carried_micros: number | null;
  cut_off_at: number;
  final_at: Instant | null;
  due_at: Instant | null;
  /** Version of its PDF layout. */
  layout: number;
  pdf_sha256: string | null;
  /** Hash of its line file, and the ledger's last entry when it was drawn; null for documents of earlier layouts. */
  lines_sha256: string | null;
  /** For an invoice: valid views of the same month, those of them without a play, and their price. */
  counted_views: number | null;
  unsigned_views: number | null;
  unsigned_micros: number | null;
  ledger_seq: number | null;
  ledger_head: string | null;
  /** Its letterhead; null before there was one. */
  letterhead_id: string | null;
  /** Its paper size, which never changes. */
  paper: Generated<Paper>;
  /** Numbers of the documents that a credit note corrects, as `I-000012, I-000014`; '' for all others. */
  corrects: Generated<string>;
};

/** The issuer of documents since `made_at`; immutable. Line breaks separate several lines. */
type LetterheadTable = {
  id: string;
  made_at: Instant;
  made_by: string;
  name: string;
  address: string;
  tax_id: string;
  contact: string;
  payment: string;
  /** A JPEG in base64; '' without one. */
  logo: string;
  /** Paper size of documents from then on. */
  paper: Generated<PaperChoice>;
};

export type LineKind = 'delivery' | 'late' | 'adjustment' | 'carried' | 'carried-on';

type DocumentLineTable = {
  document_id: string;
  place: number;
  kind: LineKind;
  /** Month of the events. */
  month: string;
  /** Key of the outlet or flight; 0 for neither. */
  of_key: number;
  /** Names at that time: the venue or campaign, the outlet or flight, its EUI. */
  part: string;
  item: string;
  mark: string;
  views: number;
  clicks: number;
  burns: number;
  /** The advertisers' price, and the owners' part of it. */
  amount_micros: number;
  owner_micros: number;
  /** The one of both that the document is about, or the carried amount. */
  micros: number;
  /** The adjustment of an adjustment line. */
  adjustment_id: string | null;
};

/** The events of a line that are not counted for one reason, with their price and earnings if they were. */
type JudgedLineTable = {
  document_id: string;
  place: number;
  reason: InvalidReason;
  views: number;
  clicks: number;
  burns: number;
  amount_micros: number;
  owner_micros: number;
};

export type LedgerTables = {
  ledger_zero: { zero: number };
  ledger_accounts: LedgerAccountTable;
  ledger_entries: LedgerEntryTable;
  ledger_postings: LedgerPostingTable;
  ledger_chain: { id: number; seq: number; hash: string };
  billing_months: BillingMonthTable;
  billed_pairs: BilledPairTable;
  letterheads: LetterheadTable;
  documents: DocumentTable;
  document_lines: DocumentLineTable;
  judged_lines: JudgedLineTable;
  document_numbers: { kind: DocumentKind; last: number };
};
