import * as Type from 'typebox';
import { CalendarDate, RowId, SendingId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { SortOf, SummedPage, TableQuery } from './pagination.ts';
import { PAYMENT_SORTS, PAYMENT_STATES } from './table-choices.ts';

const Person = orNull(Type.String());
/** An amount in dollars. The server checks that it is a whole number of cents. */
const Amount = Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 });
export const REFERENCE_LENGTH = 140;
const Words = Type.String({ minLength: 1, maxLength: REFERENCE_LENGTH });

export const Payment = Type.Object({
  id: Type.String(),
  customer: Type.Object({ id: Type.String(), name: Type.String() }),
  amount: Type.Number(),
  paid_on: Type.String(),
  reference: Type.String(),
  entered_at: Type.String(),
  /** The account that entered the payment. Null if that account is deleted. */
  entered_by: Person,
  withdrawn_at: orNull(Type.String()),
  withdrawn_by: Person,
  why_withdrawn: Type.String(),
});
export type Payment = Type.Static<typeof Payment>;

export const listPayments = {
  method: 'GET',
  url: '/payments',
  allowed: 'admin',
  tokenScope: 'money:read',
  summary: 'List advertiser payments, most recently recorded first, or export them as CSV',
  schema: {
    querystring: Type.Object(
      {
        /** `q` searches names of advertisers and references. */
        ...TableQuery,
        sort: SortOf(PAYMENT_SORTS),
        state: Type.Optional(Type.Enum([...PAYMENT_STATES])),
        /** Filters by customer ID. */
        cid: Type.Optional(RowId),
      },
      { additionalProperties: false },
    ),
    /** `totals` leaves out reversed payments. */
    response: { 200: SummedPage(Payment, ['amount']) },
  },
} as const satisfies Endpoint;

export const enterPayment = {
  method: 'POST',
  url: '/payments',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Record a full or partial payment from an advertiser; it settles the oldest invoices first',
  schema: {
    body: Type.Object(
      {
        customer_id: RowId,
        amount: Amount,
        /** The bank's value date, not later than today. */
        paid_on: CalendarDate,
        reference: Words,
        sending_id: SendingId,
      },
      { additionalProperties: false },
    ),
    response: { 200: Payment },
  },
} as const satisfies Endpoint;

export const withdrawPayment = {
  method: 'POST',
  url: '/payments/:id/withdraw',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Withdraw a payment that was recorded by mistake; both entries stay in the ledger',
  schema: {
    params: Type.Object({ id: RowId }),
    body: Type.Object({ reason: Words, sending_id: SendingId }, { additionalProperties: false }),
    response: { 200: Payment },
  },
} as const satisfies Endpoint;
