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

/** Which account an owner is paid to, as `domain/bank-account.ts` reads it. */
type PayeeTable = {
  customer_id: string;
  holder: string;
  /** Empty once they are sealed. */
  account: string;
  bank: string;
  changed_at: Instant;
  changed_by_id: string;
};

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
  payee_seals: PayeeSealTable;
  payout_payees: PayoutPayeeTable;
  money_sendings: SendingTable;
  payments: PaymentTable;
  payout_runs: PayoutRunTable;
  payouts: PayoutTable;
  payees: PayeeTable;
};
