import * as Type from 'typebox';
import { TimeZone } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';

const Customer = Type.Object({ id: Type.String(), name: Type.String() });

const BillingMonth = Type.Object({
  /** `YYYY-MM`. */
  month: Type.String(),
  state: Type.Union([Type.Literal('open'), Type.Literal('closing'), Type.Literal('final')]),
  /** When the month became final, or the earliest time at which it will. */
  final_at: Type.String(),
  statements: Type.Integer(),
  invoices: Type.Integer(),
  /**
   * Owners' earnings and advertisers' charges: sums over the month's final documents, or the current amounts if the
   * month is not final. Null while the events store does not respond; retry later.
   */
  owed: orNull(Type.Number()),
  billed: orNull(Type.Number()),
});
export type BillingMonth = Type.Static<typeof BillingMonth>;

/** Maximum number of customers with open amounts in the list, largest amounts first. */
export const MOST_DEBTORS = 50;

export const MoneyOverview = Type.Object({
  currency: Type.String(),
  /** Time zone of months, payments and payouts. */
  time_zone: TimeZone,
  /** The unpaid amount of advertisers' final invoices, and the overdue part of it. */
  receivable: Type.Number(),
  overdue: Type.Number(),
  /** The unpaid amount of owners' final statements, and the part of it in a payout run. */
  payable: Type.Number(),
  in_payout: Type.Number(),
  /** From the ledger. */
  cash: Type.Number(),
  revenue: Type.Number(),
  /** Newest first. */
  months: Type.Array(BillingMonth),
  /** With the last payment reminder of their overdue invoices. Null if none was sent. */
  advertisers: Type.Array(
    Type.Object({
      customer: Customer,
      open: Type.Number(),
      overdue: Type.Number(),
      reminder: orNull(Type.Object({ level: Type.Integer({ minimum: 1, maximum: 3 }), at: Type.String() })),
    }),
  ),
  /** Advertisers' payments and credits beyond their invoices, which are applied to the next invoices. */
  ahead: Type.Number(),
  /** Advertisers with a credit balance, largest first. `refund` is the part that a pending refund returns. */
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
  tokenScope: 'money:read',
  summary: 'Get receivable, overdue and payable amounts, and the months with their state',
  schema: { response: { 200: MoneyOverview } },
} as const satisfies Endpoint;
