import * as Type from 'typebox';
import { TimeZone } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';

const Customer = Type.Object({ id: Type.String(), name: Type.String() });

const BillingMonth = Type.Object({
  /** `YYYY-MM`. */
  month: Type.String(),
  state: Type.Union([Type.Literal('open'), Type.Literal('closing'), Type.Literal('final')]),
  /** When it became final, or will at the earliest. */
  final_at: Type.String(),
  statements: Type.Integer(),
  invoices: Type.Integer(),
  /**
   * What owners earn and advertisers are billed: sums of its final documents, or, of a month that is not final, what they would say so
   * far. Null while the events store does not answer; ask again.
   */
  owed: orNull(Type.Number()),
  billed: orNull(Type.Number()),
});
export type BillingMonth = Type.Static<typeof BillingMonth>;

/** Customers with what is open, the most first. */
export const MOST_DEBTORS = 50;

export const MoneyOverview = Type.Object({
  currency: Type.String(),
  /** Whose days months, payments and payouts are of. */
  time_zone: TimeZone,
  /** What advertisers owe of final invoices, and what of it is past its day. */
  receivable: Type.Number(),
  overdue: Type.Number(),
  /** What owners are owed of final statements; what of it is in a payout run. */
  payable: Type.Number(),
  in_payout: Type.Number(),
  /** By the ledger. */
  cash: Type.Number(),
  revenue: Type.Number(),
  /** The newest first. */
  months: Type.Array(BillingMonth),
  advertisers: Type.Array(Type.Object({ customer: Customer, open: Type.Number(), overdue: Type.Number() })),
  /** What advertisers paid, or got credited, beyond their invoices; it is applied to the next ones. */
  ahead: Type.Number(),
  /** Who is ahead, the most first; `refund` is what of it is on its way back. */
  advertisers_ahead: Type.Array(Type.Object({ customer: Customer, ahead: Type.Number(), refund: Type.Number() })),
  owners: Type.Array(Type.Object({ customer: Customer, open: Type.Number() })),
  objections_open: Type.Integer(),
  ledger_check: orNull(Type.Object({ at: Type.String(), entries: Type.Integer(), faults: Type.Integer() })),
});
export type MoneyOverview = Type.Static<typeof MoneyOverview>;

export const getMoneyOverview = {
  method: 'GET',
  url: '/admin/money',
  allowed: 'admin',
  summary: 'What is receivable, overdue and payable, the months and their state',
  schema: { response: { 200: MoneyOverview } },
} as const satisfies Endpoint;
