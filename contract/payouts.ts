import * as Type from 'typebox';
import { CalendarDate, RowId, SendingId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { PageQuery, SortOf, SummedPage, TablePage, TableQuery } from './pagination.ts';
import { REFERENCE_LENGTH } from './payments.ts';
import { RUN_SORTS, RUN_STATES } from './table-choices.ts';

/**
 * A payout is `proposed` with its run, and then approved or declined with the run. An approved payout is paid or
 * returned; a paid payout may be returned later.
 */
const PayoutState = Type.Union([
  Type.Literal('proposed'),
  Type.Literal('approved'),
  Type.Literal('declined'),
  Type.Literal('paid'),
  Type.Literal('returned'),
]);

export const Payout = Type.Object({
  id: Type.String(),
  customer: Type.Object({ id: Type.String(), name: Type.String() }),
  amount: Type.Number(),
  /** The destination account. Null if no account is entered. */
  account: orNull(Type.String()),
  /** When payouts to this account start. Null once that time has passed. */
  starts_at: orNull(Type.String()),
  state: PayoutState,
  paid_on: orNull(Type.String()),
  /** The reason for the return. */
  why: Type.String(),
});
export type Payout = Type.Static<typeof Payout>;

/** An owner that a run leaves out, because payouts to its changed account start later. */
const LeftOut = Type.Object({
  customer: Type.Object({ id: Type.String(), name: Type.String() }),
  amount: Type.Number(),
  starts_at: Type.String(),
});

export const PayoutRun = Type.Object({
  id: Type.String(),
  /** Starts at 1, without gaps. */
  number: Type.Integer(),
  state: Type.Union([Type.Literal('proposed'), Type.Literal('approved'), Type.Literal('declined')]),
  minimum: Type.Number(),
  total: Type.Number(),
  payouts: Type.Integer(),
  /** Payouts that are neither paid nor returned yet. */
  waiting: Type.Integer(),
  proposed_at: Type.String(),
  proposed_by: orNull(Type.String()),
  decided_at: orNull(Type.String()),
  decided_by: orNull(Type.String()),
  why: Type.String(),
  /** Whether the user may approve the run. The proposer may not, unless the network has only one administrator. */
  may_approve: Type.Boolean(),
  /**
   * The amount by which this proposed run plus all approved, unpaid payouts exceeds the recorded cash. 0 if the cash is
   * sufficient.
   */
  cash_short: Type.Number(),
  /** Owners left out at proposal or approval: the first hundred, sorted by name. */
  left_out: Type.Array(LeftOut),
  left_out_total: Type.Integer(),
});
export type PayoutRun = Type.Static<typeof PayoutRun>;

export const listPayoutRuns = {
  method: 'GET',
  url: '/payout-runs',
  allowed: 'admin',
  tokenScope: 'money:read',
  summary: 'List payout runs, newest first, or export them as CSV',
  schema: {
    querystring: Type.Object(
      {
        page: TableQuery.page,
        limit: TableQuery.limit,
        format: TableQuery.format,
        hide: TableQuery.hide,
        sort: SortOf(RUN_SORTS),
        state: Type.Optional(Type.Enum([...RUN_STATES])),
      },
      { additionalProperties: false },
    ),
    response: { 200: SummedPage(PayoutRun, ['total']) },
  },
} as const satisfies Endpoint;

export const proposePayoutRun = {
  method: 'POST',
  url: '/payout-runs',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Propose a payout run for all owners whose open balance reaches a minimum',
  schema: {
    body: Type.Object(
      { minimum: Type.Number({ minimum: 0, maximum: 1_000_000 }), sending_id: SendingId },
      { additionalProperties: false },
    ),
    response: { 200: PayoutRun },
  },
} as const satisfies Endpoint;

const Params = Type.Object({ id: RowId });
const Words = Type.String({ minLength: 1, maxLength: REFERENCE_LENGTH });
const Approval = Type.Object({ sending_id: SendingId }, { additionalProperties: false });

export const listPayouts = {
  method: 'GET',
  url: '/payout-runs/:id/payouts',
  allowed: 'admin',
  tokenScope: 'money:read',
  summary: 'List the payouts of a run by customer',
  schema: {
    params: Params,
    querystring: Type.Object({ page: PageQuery.page, limit: PageQuery.limit }, { additionalProperties: false }),
    response: { 200: TablePage(Payout) },
  },
} as const satisfies Endpoint;

export const approvePayoutRun = {
  method: 'POST',
  url: '/payout-runs/:id/approve',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Approve a payout run that another administrator proposed',
  schema: { params: Params, body: Approval, response: { 200: PayoutRun } },
} as const satisfies Endpoint;

export const declinePayoutRun = {
  method: 'POST',
  url: '/payout-runs/:id/decline',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Decline a payout run, or withdraw your own; its owners can be in another run',
  schema: {
    params: Params,
    body: Type.Object({ reason: Words, sending_id: SendingId }, { additionalProperties: false }),
    response: { 200: PayoutRun },
  },
} as const satisfies Endpoint;

/** The format and execution day of the bank file. */
export const BankFileQuery = Type.Object(
  {
    /**
     * `bank` is ACH (Nacha) for USD from an account with a routing number, else the same as `xml`: ISO 20022
     * (pain.001.001.09), which is a SEPA credit transfer for euros. By default, CSV.
     */
    format: Type.Optional(Type.Union([Type.Literal('bank'), Type.Literal('xml'), Type.Literal('csv')])),
    /** The execution day at the bank. By default, the next bank day. */
    day: Type.Optional(CalendarDate),
  },
  { additionalProperties: false },
);

export const exportPayoutRun = {
  method: 'GET',
  url: '/payout-runs/:id/export',
  allowed: 'admin',
  tokenScope: 'money:read',
  stepUp: true,
  summary: 'Get the bank file with the unpaid payouts of an approved run: SEPA or ISO 20022 XML, ACH, or CSV',
  schema: {
    params: Params,
    querystring: BankFileQuery,
  },
  documented: { response: { 200: Type.String({ description: 'XML, an ACH file, or CSV' }) } },
} as const satisfies Endpoint;

export const payPayoutRun = {
  method: 'POST',
  url: '/payout-runs/:id/paid',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Mark the remaining payouts of an approved run as paid on a day',
  schema: {
    params: Params,
    body: Type.Object({ paid_on: CalendarDate, sending_id: SendingId }, { additionalProperties: false }),
    response: { 200: PayoutRun },
  },
} as const satisfies Endpoint;

export const payPayout = {
  method: 'POST',
  url: '/payouts/:id/paid',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Mark an approved payout as paid on a day',
  schema: {
    params: Params,
    body: Type.Object({ paid_on: CalendarDate, sending_id: SendingId }, { additionalProperties: false }),
    response: { 200: Payout },
  },
} as const satisfies Endpoint;

export const returnPayout = {
  method: 'POST',
  url: '/payouts/:id/returned',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Mark an approved or paid payout as returned; the owner is included in the next run',
  schema: {
    params: Params,
    body: Type.Object({ reason: Words, sending_id: SendingId }, { additionalProperties: false }),
    response: { 200: Payout },
  },
} as const satisfies Endpoint;
