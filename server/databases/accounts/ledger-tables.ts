import type { Generated } from 'kysely';
import type { InvalidReason } from '#contract/ingest.ts';
import type { Paper, PaperChoice } from '#domain/paper.ts';

type Instant = number;

/** Kinds of entries, as the books name what happened. */
export const ENTRY_KINDS = ['delivery', 'late', 'adjustment', 'payment', 'payout', 'rounding'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

type LedgerAccountTable = {
  /** `advertiser:<customer id>`, `owner:<customer id>`, `network:revenue`, `network:cash` or `rounding`. */
  name: string;
  kind: 'advertiser' | 'owner' | 'network' | 'rounding';
  customer_id: string | null;
  opened_at: Instant;
};

/** Numbered without gaps, each with a hash over itself, its postings and the entry before it. Only `server/ledger/` writes here. */
type LedgerEntryTable = {
  seq: number;
  at: Instant;
  kind: EntryKind;
  /** What it is about, once only: what is booked twice is refused. */
  reference: string;
  reason: string;
  author: string;
  /** How many it has. */
  postings: number;
  hash: string;
  /** Kept by triggers; both are zero when a transaction ends. */
  left_postings: number;
  left_micros: number;
};

type LedgerPostingTable = {
  entry_seq: number;
  place: number;
  account: string;
  /** Positive: owed to the network, or had by it; negative: owed by it, or earned. */
  micros: number;
};

/** A calendar month of the network's zone. It is final once `final_at` is set. */
type BillingMonthTable = {
  month: string;
  from_at: Instant;
  to_at: Instant;
  /** Which run is closing it: another one that wakes later writes nothing more. */
  holder: string | null;
  /** Epoch seconds by the clock of the events store: events that arrived earlier are in its documents. */
  cut_off_at: number | null;
  /** Since when all its lines are stored, as drafts. */
  read_at: Instant | null;
  final_at: Instant | null;
  /** The last cut-off up to which it was looked at for late events. */
  looked_until: number | null;
};

/** What an owner's outlets delivered to an advertiser in `month`, as first known when `closing` was closed. */
type BilledPairTable = {
  closing: string;
  month: string;
  owner_key: number;
  advertiser_key: number;
  amount_micros: number;
  owner_micros: number;
};

export type DocumentKind = 'statement' | 'invoice';

/** A statement of an owner or an invoice of an advertiser; a draft until it has its number, and then never changed. */
type DocumentTable = {
  /** `statement-2026-10-<customer id>`. */
  id: string;
  kind: DocumentKind;
  month: string;
  customer_id: string;
  customer_key: number;
  customer_name: string;
  /** As they were when its month was read; '' where nobody had written them. */
  customer_address: string;
  customer_tax_id: string;
  number: number | null;
  currency: string;
  /** Whose days the month is of. */
  time_zone: string;
  total_cents: number | null;
  /** What the cents leave over, taken into the next one: at most half a cent either way. */
  carried_micros: number | null;
  cut_off_at: number;
  final_at: Instant | null;
  due_at: Instant | null;
  /** Which drawing its PDF has. */
  layout: number;
  pdf_sha256: string | null;
  /** Of its line file, and the ledger's last entry when it was drawn; null of documents of earlier drawings. */
  lines_sha256: string | null;
  /** Of an invoice: views of its own month that count, those of them without a play, and what these cost. */
  counted_views: number | null;
  unsigned_views: number | null;
  unsigned_micros: number | null;
  ledger_seq: number | null;
  ledger_head: string | null;
  /** What it was drawn with; null before there was one. */
  letterhead_id: string | null;
  /** Which paper it is on, for ever. */
  paper: Generated<Paper>;
  /** Numbers of the documents that a credit note corrects, as `I-000012, I-000014`; '' of all others. */
  corrects: Generated<string>;
};

/** From whom documents come, since `made_at`; never changed. Several lines are parted by line breaks. */
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
  /** On which paper documents are from then on. */
  paper: Generated<PaperChoice>;
};

export type LineKind = 'delivery' | 'late' | 'adjustment' | 'carried' | 'carried-on';

type DocumentLineTable = {
  document_id: string;
  place: number;
  kind: LineKind;
  /** In which the events happened. */
  month: string;
  /** Number of the outlet or flight; 0 where it is about neither. */
  of_key: number;
  /** The venue or campaign, the outlet or flight, its EUI: as they were called. */
  part: string;
  item: string;
  mark: string;
  views: number;
  clicks: number;
  burns: number;
  /** What advertisers pay for it, and the owners' part. */
  amount_micros: number;
  owner_micros: number;
  /** Which of both the document is about, or what is carried. */
  micros: number;
  /** Of an adjustment: which one. */
  adjustment_id: string | null;
};

/** What of a line's events is not counted for one reason, and what it would have cost and earned. */
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
