import type { Generated } from 'kysely';

type Instant = number;

/** What an advertiser paid. It is withdrawn where it was entered by mistake, and never changed otherwise. */
type PaymentTable = {
  id: string;
  customer_id: string;
  amount_cents: number;
  /** `YYYY-MM-DD`, as the bank says it. */
  paid_on: string;
  /** As the bank says it. */
  reference: string;
  entered_at: Instant;
  entered_by_id: string;
  withdrawn_at: Instant | null;
  withdrawn_by_id: string | null;
  why_withdrawn: string;
};

/** All owners that were to be paid at once. */
type PayoutRunTable = {
  id: string;
  /** From 1, without gaps. */
  number: number;
  minimum_cents: number;
  state: 'proposed' | 'approved' | 'declined';
  proposed_at: Instant;
  proposed_by_id: string;
  decided_at: Instant | null;
  decided_by_id: string | null;
  why: string;
};

export type PayoutState = 'proposed' | 'approved' | 'declined' | 'paid' | 'returned';

/** What an owner is paid in a run. One that is proposed or approved keeps the owner out of other runs. */
type PayoutTable = {
  id: string;
  run_id: string;
  customer_id: string;
  customer_name: string;
  amount_cents: number;
  state: PayoutState;
  /** `YYYY-MM-DD`. */
  paid_on: string | null;
  paid_at: Instant | null;
  returned_at: Instant | null;
  why: string;
};

/** Money of an advertiser that is ahead, on its way back. One that is proposed or approved keeps the advertiser out of another. */
type RefundTable = {
  id: string;
  /** From 1, without gaps. */
  number: number;
  customer_id: string;
  customer_name: string;
  amount_cents: number;
  reason: string;
  state: PayoutState;
  proposed_at: Instant;
  proposed_by_id: string;
  /** Which state of the account there was then; 0 where there was none. */
  payee_revision: number;
  decided_at: Instant | null;
  decided_by_id: string | null;
  /** `YYYY-MM-DD`. */
  paid_on: string | null;
  paid_at: Instant | null;
  returned_at: Instant | null;
  why: string;
};

/** Which account an owner, or an advertiser that gets money back, is paid to, as `domain/bank-account.ts` reads it. */
type PayeeTable = {
  customer_id: string;
  holder: string;
  /** Empty once they are sealed. */
  account: string;
  bank: string;
  changed_at: Instant;
  changed_by_id: string;
  /** For ACH: who holds it, and which kind of account it is. */
  holder_kind: Generated<'company' | 'person'>;
  account_kind: Generated<'checking' | 'savings'>;
};

/** The account that payouts are made from; one row, sealed like those of owners. */
type PayerAccountTable = {
  id: 'payer';
  holder: string;
  sealed: string;
  /** Of ACH, '' without. */
  company_id: string;
  /** From 1; each change raises it. */
  revision: number;
  changed_at: Instant;
  /** Null: taken over from environment variables. */
  changed_by_id: string | null;
};

/** Bank files of a run that differ from each other, counted from 1. Each has a message id of its own. */
type PayoutFileTable = {
  run_id: string;
  number: number;
  /** SHA-256 of what it pays: payouts, amounts, revisions of accounts. */
  digest: string;
  /** On which it is executed, `YYYY-MM-DD`. */
  day: string;
  made_at: Instant;
};

/** The same of a refund. */
type RefundFileTable = Omit<PayoutFileTable, 'run_id'> & { refund_id: string };

/** One sending of a form of money, kept with what came of it. */
type SendingTable = {
  /** Made by the form. */
  id: string;
  act: string;
  sent_by_id: string;
  /** SHA-256 of what it said. */
  wish_hash: string;
  /** The payment, run, payout or adjustment it is about. */
  row_id: string;
  sent_at: Instant;
};

/** Account and bank of a payee as the secret box sealed them; without a row they stand plainly, and wait for the next start. */
type PayeeSealTable = {
  customer_id: string;
  sealed: string;
  /** From 1; each change raises it. */
  revision: number;
  /** By an administrator; null of what an owner wrote and nobody looked at. */
  confirmed_at: Instant | null;
  confirmed_by_id: string | null;
};

/** Which state of the owner's account there was when a payout was proposed: 0 where there was none. */
type PayoutPayeeTable = { payout_id: string; revision: number };

export type PaymentTables = {
  payer_accounts: PayerAccountTable;
  payout_files: PayoutFileTable;
  refunds: RefundTable;
  refund_files: RefundFileTable;
  payee_seals: PayeeSealTable;
  payout_payees: PayoutPayeeTable;
  money_sendings: SendingTable;
  payments: PaymentTable;
  payout_runs: PayoutRunTable;
  payouts: PayoutTable;
  payees: PayeeTable;
};
