import * as Type from 'typebox';
import { CalendarDate, RowId, SendingId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { SortOf, SummedPage, TableQuery } from './pagination.ts';
import { REFERENCE_LENGTH } from './payments.ts';
import { BankFileQuery } from './payouts.ts';
import { REFUND_SORTS, REFUND_STATES } from './table-choices.ts';

/**
 * A refund is `proposed`, and then approved or declined. An approved refund is paid or returned; a paid refund may be
 * returned later.
 */
const RefundState = Type.Union([
  Type.Literal('proposed'),
  Type.Literal('approved'),
  Type.Literal('declined'),
  Type.Literal('paid'),
  Type.Literal('returned'),
]);

/** A refund from an advertiser's credit balance. */
export const Refund = Type.Object({
  id: Type.String(),
  /** Starts at 1, without gaps. */
  number: Type.Integer(),
  customer: Type.Object({ id: Type.String(), name: Type.String() }),
  amount: Type.Number(),
  reason: Type.String(),
  state: RefundState,
  /** The last characters of the destination account. Null if no account is entered. */
  account: orNull(Type.String()),
  /** When payouts to this account start. Null once that time has passed. */
  starts_at: orNull(Type.String()),
  proposed_at: Type.String(),
  proposed_by: orNull(Type.String()),
  decided_at: orNull(Type.String()),
  decided_by: orNull(Type.String()),
  paid_on: orNull(Type.String()),
  /** Why it was declined or returned. */
  why: Type.String(),
  /** Whether the user may approve the refund. The proposer may not, unless the network has only one administrator. */
  may_approve: Type.Boolean(),
});
export type Refund = Type.Static<typeof Refund>;

const Params = Type.Object({ id: RowId });
const Words = Type.String({ minLength: 1, maxLength: REFERENCE_LENGTH });
const Refusal = Type.Object({ reason: Words, sending_id: SendingId }, { additionalProperties: false });

export const listRefunds = {
  method: 'GET',
  url: '/refunds',
  allowed: 'admin',
  tokenScope: 'money:read',
  summary: 'List refunds to advertisers with a credit balance, newest first, or export them as CSV',
  schema: {
    querystring: Type.Object(
      {
        /** `q` searches names of advertisers and reasons. */
        ...TableQuery,
        sort: SortOf(REFUND_SORTS),
        state: Type.Optional(Type.Enum([...REFUND_STATES])),
      },
      { additionalProperties: false },
    ),
    response: { 200: SummedPage(Refund, ['amount']) },
  },
} as const satisfies Endpoint;

export const proposeRefund = {
  method: 'POST',
  url: '/refunds',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: "Propose a refund of an advertiser's credit balance; another administrator approves it",
  schema: {
    body: Type.Object(
      {
        customer_id: RowId,
        /** At most the advertiser's credit balance, in whole cents. */
        amount: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }),
        reason: Words,
        sending_id: SendingId,
      },
      { additionalProperties: false },
    ),
    response: { 200: Refund },
  },
} as const satisfies Endpoint;

export const approveRefund = {
  method: 'POST',
  url: '/refunds/:id/approve',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Approve a refund that another administrator proposed, if the credit balance still covers it',
  schema: {
    params: Params,
    body: Type.Object({ sending_id: SendingId }, { additionalProperties: false }),
    response: { 200: Refund },
  },
} as const satisfies Endpoint;

export const declineRefund = {
  method: 'POST',
  url: '/refunds/:id/decline',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Decline a refund, or withdraw your own',
  schema: { params: Params, body: Refusal, response: { 200: Refund } },
} as const satisfies Endpoint;

export const exportRefund = {
  method: 'GET',
  url: '/refunds/:id/export',
  allowed: 'admin',
  tokenScope: 'money:read',
  stepUp: true,
  summary: 'Get the bank file of an approved refund: SEPA or ISO 20022 XML, ACH, or CSV, as for payout runs',
  schema: {
    params: Params,
    querystring: BankFileQuery,
  },
  documented: { response: { 200: Type.String({ description: 'XML, an ACH file, or CSV' }) } },
} as const satisfies Endpoint;

export const payRefund = {
  method: 'POST',
  url: '/refunds/:id/paid',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary:
    'Mark an approved refund as paid on a day; it is recorded in the ledger, and the advertiser receives an email',
  schema: {
    params: Params,
    body: Type.Object({ paid_on: CalendarDate, sending_id: SendingId }, { additionalProperties: false }),
    response: { 200: Refund },
  },
} as const satisfies Endpoint;

export const returnRefund = {
  method: 'POST',
  url: '/refunds/:id/returned',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Mark an approved or paid refund as returned; the amount is credited to the advertiser again',
  schema: { params: Params, body: Refusal, response: { 200: Refund } },
} as const satisfies Endpoint;
