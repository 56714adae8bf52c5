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
  /** Of the owner's account when the run was proposed; 0 where there was none, null of runs before it was kept. */
  payee_revision: Generated<number | null>;
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
  /** Account and bank as the secret box sealed them; '' of a row that was stored before and waits for the next start. */
  sealed: Generated<string>;
  /** Empty once they are sealed. */
  account: string;
  bank: string;
  changed_at: Instant;
  changed_by_id: string;
  /** From 1; each change raises it. */
  revision: Generated<number>;
  /** By an administrator; null of what an owner wrote and nobody looked at. */
  confirmed_at: Instant | null;
  confirmed_by_id: string | null;
};

/** One sending of a form of money, kept with what came of it. */
type SendingTable = {
  /** Made by the form. */
  id: string;
  act: string;
  user_id: string;
  /** SHA-256 of what it said. */
  wish_hash: string;
  /** The payment, run, payout or adjustment it is about. */
  row_id: string;
  sent_at: Instant;
};

export type PaymentTables = {
  money_sendings: SendingTable;
  payments: PaymentTable;
  payout_runs: PayoutRunTable;
  payouts: PayoutTable;
  payees: PayeeTable;
};
