import * as Type from 'typebox';
import { CalendarDate, Eui, RowId, SendingId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { SortOf, SummedPage, TableQuery } from './pagination.ts';
import { ADJUSTMENT_SORTS } from './table-choices.ts';

const Side = orNull(Type.Object({ id: Type.String(), name: Type.String() }));
/** A change in dollars, positive or negative. The server checks that it is a whole number of micro-dollars. */
const Change = Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 });
export const ADJUSTMENT_REASON_LENGTH = 200;

export const Adjustment = Type.Object({
  id: Type.String(),
  made_at: Type.String(),
  made_by: Type.String(),
  reason: Type.String(),
  /** The ID of the accepted objection. */
  objection_id: orNull(Type.String()),
  /**
   * The customer concerned. Null if the adjustment concerns no customer on that side, or several because of an
   * objection.
   */
  owner: Side,
  advertiser: Side,
  /** Increase in the advertisers' charges and the owners' earnings; a decrease if negative. */
  amount: Type.Number(),
  owner_amount: Type.Number(),
  eui: orNull(Type.String()),
  day: orNull(Type.String()),
  /** Whether final documents include it. */
  documented: Type.Boolean(),
});
export type Adjustment = Type.Static<typeof Adjustment>;

export const listAdjustments = {
  method: 'GET',
  url: '/adjustments',
  allowed: 'admin',
  tokenScope: 'money:read',
  summary: 'List adjustments by administrators and accepted disputes, newest first, or export them as CSV',
  schema: {
    /** `q` searches reasons. */
    querystring: Type.Object({ ...TableQuery, sort: SortOf(ADJUSTMENT_SORTS) }, { additionalProperties: false }),
    response: { 200: SummedPage(Adjustment, ['amount', 'owner_amount']) },
  },
} as const satisfies Endpoint;

export const makeAdjustment = {
  method: 'POST',
  url: '/adjustments',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary:
    'Create an adjustment that credits or charges an owner, an advertiser or both; it appears on their next documents',
  schema: {
    body: Type.Object(
      {
        owner_id: orNull(RowId),
        advertiser_id: orNull(RowId),
        /** Increase in the advertiser's charge; a decrease if negative. */
        amount: Change,
        /** Increase in the owner's earnings; a decrease if negative. */
        owner_amount: Change,
        /** Both sides see it on their documents. */
        reason: Type.String({ minLength: 1, maxLength: ADJUSTMENT_REASON_LENGTH }),
        /** An outlet that belongs or belonged to the owner, and a day. Null if there is none. */
        eui: Type.Optional(orNull(Eui)),
        day: Type.Optional(orNull(CalendarDate)),
        sending_id: SendingId,
      },
      { additionalProperties: false },
    ),
    response: { 200: Adjustment },
  },
} as const satisfies Endpoint;
