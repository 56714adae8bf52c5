import * as Type from 'typebox';
import { CalendarDate, Eui, RowId, SendingId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { PageQuery, TablePage } from './table-page.ts';

const Side = orNull(Type.Object({ id: Type.String(), name: Type.String() }));
/** Both ways; whole micro-dollars are checked by the server. */
const Change = Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 });
export const ADJUSTMENT_REASON_LENGTH = 200;

export const Adjustment = Type.Object({
  id: Type.String(),
  made_at: Type.String(),
  made_by: Type.String(),
  reason: Type.String(),
  /** Of an accepted objection: which one. */
  objection_id: orNull(Type.String()),
  /** Whom it is about; null: nobody on that side, or of an objection perhaps several. */
  owner: Side,
  advertiser: Side,
  /** What advertisers owe more, and owners get more; less where negative. */
  amount: Type.Number(),
  owner_amount: Type.Number(),
  eui: orNull(Type.String()),
  day: orNull(Type.String()),
  /** Whether final documents have it. */
  documented: Type.Boolean(),
});
export type Adjustment = Type.Static<typeof Adjustment>;

export const listAdjustments = {
  method: 'GET',
  url: '/adjustments',
  allowed: 'admin',
  summary: 'What administrators and accepted objections credited or charged, the newest first',
  schema: {
    querystring: Type.Object({ page: PageQuery.page, limit: PageQuery.limit }, { additionalProperties: false }),
    response: { 200: TablePage(Adjustment) },
  },
} as const satisfies Endpoint;

export const makeAdjustment = {
  method: 'POST',
  url: '/adjustments',
  allowed: 'admin',
  summary: 'Credit or charge an owner, an advertiser or both in one entry; it is a line of their next documents',
  schema: {
    body: Type.Object(
      {
        owner_id: orNull(RowId),
        advertiser_id: orNull(RowId),
        /** What the advertiser owes more, or (negative) less. */
        amount: Change,
        /** What the owner gets more, or (negative) less. */
        owner_amount: Change,
        /** Both sides read it on their documents. */
        reason: Type.String({ minLength: 1, maxLength: ADJUSTMENT_REASON_LENGTH }),
        /** An outlet that is or was the owner's, and a day; null for none. */
        eui: Type.Optional(orNull(Eui)),
        day: Type.Optional(orNull(CalendarDate)),
        sending_id: SendingId,
      },
      { additionalProperties: false },
    ),
    response: { 200: Adjustment },
  },
} as const satisfies Endpoint;
