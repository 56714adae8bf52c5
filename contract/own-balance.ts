import * as Type from 'typebox';
import { DocumentKind, DocumentRow } from './documents.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';

const Amount = Type.Number();

/** An owner's earnings and payouts, or an advertiser's spending and debt, in `currency`. */
export const OwnMoney = Type.Object({
  kind: DocumentKind,
  customer: Type.Object({ id: Type.String(), name: Type.String() }),
  currency: Type.String(),
  time_zone: Type.String(),
  /** The current month: the amount so far, and the projected total. The projection is null during the first day. */
  month: Type.Object({
    id: Type.String(),
    month: Type.String(),
    so_far: Amount,
    expected: orNull(Amount),
    /** When its document becomes final automatically. */
    final_at: Type.String(),
  }),
  /** Past months that still accept late events. */
  closing: Type.Array(Type.Object({ id: Type.String(), month: Type.String(), total: Amount, final_at: Type.String() })),
  /** The newest final document. */
  last: orNull(DocumentRow),
  /** The unpaid amount of final documents, and the overdue part of it. */
  open: Amount,
  overdue: Amount,
  /** For an advertiser: payments and credits that are not invoiced yet, which are applied to the next invoice. */
  ahead: Amount,
  /** The part that a pending refund returns. */
  refund: orNull(
    Type.Object({ amount: Amount, state: Type.Union([Type.Literal('proposed'), Type.Literal('approved')]) }),
  ),
  /**
   * For an advertiser: the next amount due and its due date. For an owner: the next payout. `waiting`: not in a payout
   * run yet. `proposed`: in a payout run that is not approved yet. `approved`: not confirmed by the bank yet.
   */
  next: orNull(
    Type.Object({
      amount: Amount,
      due_at: orNull(Type.String()),
      state: Type.Union([
        Type.Literal('due'),
        Type.Literal('waiting'),
        Type.Literal('proposed'),
        Type.Literal('approved'),
      ]),
    }),
  ),
  last_payment: orNull(Type.Object({ amount: Amount, paid_on: Type.String() })),
});
export type OwnMoney = Type.Static<typeof OwnMoney>;

export const getOwnMoney = {
  method: 'GET',
  url: '/money',
  allowed: 'data',
  tokenScope: 'money:read',
  summary: "Get an owner's earnings this month and payout date, or an advertiser's balance and due date",
  schema: {
    querystring: Type.Object(
      {
        /** Customer ID or name. Required for administrators and "no role". */
        cid: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      },
      { additionalProperties: false },
    ),
    response: { 200: OwnMoney },
  },
} as const satisfies Endpoint;
