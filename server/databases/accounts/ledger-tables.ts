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
 * Ledger entries, numbered without gaps. Each entry has a hash over itself, its postings and the previous entry. Only
 * `server/ledger/` writes to this table.
 */
type LedgerEntryTable = {
  seq: number;
  at: Instant;
  kind: EntryKind;
  /** The subject of the entry. Unique, so a second booking is rejected. */
  reference: string;
  reason: string;
  author: string;
  /** The number of postings in the entry. */
  postings: number;
  hash: string;
  /** Counters that triggers maintain. Both must be zero at the end of a transaction. */
  left_postings: number;
  left_micros: number;
};

type LedgerPostingTable = {
  entry_seq: number;
  place: number;
  account: string;
  /** Positive: owed to the network, or the network's asset. Negative: owed by the network, or its revenue. */
  micros: number;
};

/** A calendar month in the network's time zone. It is final once `final_at` is set. */
type BillingMonthTable = {
  month: string;
  from_at: Instant;
  to_at: Instant;
  /** The run that is closing the month. A run that has lost the month can no longer write. */
  holder: string | null;
  /**
   * The cut-off, in epoch seconds on the events store's clock. The month's documents contain events that arrived
   * earlier.
   */
  cut_off_at: number | null;
  /** When all lines of the month were stored as drafts. */
  read_at: Instant | null;
  final_at: Instant | null;
  /** The cut-off of the last search for late events. */
  looked_until: number | null;
};

/** The delivery of an owner's outlets to an advertiser in `month`, as first included when `closing` was closed. */
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
 * An owner's statement or an advertiser's invoice. A document is a draft until it has a number, and is then immutable.
 */
type DocumentTable = {
  /** `statement-2026-10-<customer id>`. */
  id: string;
  kind: DocumentKind;
  month: string;
  customer_id: string;
  customer_key: number;
  customer_name: string;
  /** The customer's details at the time when the month was read; '' if missing. */
  customer_address: string;
  customer_tax_id: string;
  number: number | null;
  currency: string;
  /** The time zone of the month's days. */
  time_zone: string;
  total_cents: number | null;
  /** The remainder below a cent, carried over to the next document: between -0.5 and 0.5 cents. */
  carried_micros: number | null;
  cut_off_at: number;
  final_at: Instant | null;
  due_at: Instant | null;
  /** Version of the PDF layout. */
  layout: number;
  pdf_sha256: string | null;
  /**
   * The hash of the line file, and the last ledger entry when the document was drawn. Null for documents with earlier
   * layouts.
   */
  lines_sha256: string | null;
  /**
   * For an invoice: the month's valid views, the number of these without a play, and the price of the views without a
   * play.
   */
  counted_views: number | null;
  unsigned_views: number | null;
  unsigned_micros: number | null;
  ledger_seq: number | null;
  ledger_head: string | null;
  /** The letterhead; null if there was none. */
  letterhead_id: string | null;
  /** The paper size. It never changes. */
  paper: Generated<Paper>;
  /** The numbers of the documents that a credit note corrects, such as `I-000012, I-000014`; '' for other documents. */
  corrects: Generated<string>;
};

/** The issuer of documents from `made_at` on. Immutable. Fields with several lines contain line breaks. */
type LetterheadTable = {
  id: string;
  made_at: Instant;
  made_by: string;
  name: string;
  address: string;
  tax_id: string;
  contact: string;
  payment: string;
  /** A JPEG in base64, or ''. */
  logo: string;
  /** The paper size for documents from that time on. */
  paper: Generated<PaperChoice>;
};

export type LineKind = 'delivery' | 'late' | 'adjustment' | 'carried' | 'carried-on';

type DocumentLineTable = {
  document_id: string;
  place: number;
  kind: LineKind;
  /** The month in which the events happened. */
  month: string;
  /** Key of the outlet or flight; 0 if there is none. */
  of_key: number;
  /** Names at that time: the venue or campaign, the outlet or flight, and the EUI. */
  part: string;
  item: string;
  mark: string;
  views: number;
  clicks: number;
  burns: number;
  /** The amount that the advertisers pay, and the owners' part of that amount. */
  amount_micros: number;
  owner_micros: number;
  /** The amount on the document: one of the two above, or the carried amount. */
  micros: number;
  /** Set for lines that document an adjustment. */
  adjustment_id: string | null;
};

/** A line's invalid events with one reason, and the amounts that they would have cost and earned. */
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
  /** Final documents that were mailed. */
  document_mails: { document_id: string; sent_at: number };
  /** Payment reminders, by invoice and level. */
  payment_reminders: { document_id: string; level: number; sent_at: number };
  document_lines: DocumentLineTable;
  judged_lines: JudgedLineTable;
  document_numbers: { kind: DocumentKind; last: number };
};
