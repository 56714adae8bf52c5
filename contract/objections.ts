import * as Type from 'typebox';
import { CalendarDate, Eui, RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { Reason } from './traffic.ts';

/** Number of days after an event day during which objections to its invalid traffic are accepted. */
export const OBJECTION_DAYS = 30;
export const OBJECTION_LENGTH = 2_000;

const Objection = Type.Object({
  id: Type.String(),
  /** The day in the outlet's time zone. */
  day: Type.String(),
  eui: Type.String(),
  outlet: Type.String(),
  reason: Reason,
  words: Type.String(),
  state: Type.Union([Type.Literal('open'), Type.Literal('accepted'), Type.Literal('declined')]),
  raised_at: Type.String(),
  raised_by: Type.String(),
  decided_at: Type.Union([Type.String(), Type.Null()]),
  answer: Type.String(),
  /** The credited amount in dollars, for the user's side. Null if nothing was credited. */
  credited: Type.Union([Type.Number(), Type.Null()]),
  /** The customer that objected. Only for administrators. */
  customer: Type.Optional(Type.String()),
  decided_by: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type Objection = Type.Static<typeof Objection>;

export const listObjections = {
  method: 'GET',
  url: '/objections',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'List your disputes of invalid traffic, or all disputes for administrators; open ones first',
  schema: { response: { 200: Type.Object({ data: Type.Array(Objection) }) } },
} as const satisfies Endpoint;

export const raiseObjection = {
  method: 'POST',
  url: '/objections',
  allowed: 'manager',
  tokenScope: 'reports:write',
  summary: 'Dispute the invalid traffic of an outlet, day and reason, within 30 days',
  schema: {
    querystring: Type.Object(
      {
        /** The customer's ID. Only for administrators. */
        cid: Type.Optional(RowId),
      },
      { additionalProperties: false },
    ),
    body: Type.Object(
      {
        day: CalendarDate,
        eui: Eui,
        reason: Reason,
        words: Type.String({ minLength: 1, maxLength: OBJECTION_LENGTH }),
      },
      { additionalProperties: false },
    ),
    response: { 200: Objection },
  },
} as const satisfies Endpoint;

const Params = Type.Object({ id: RowId });
const Answer = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: OBJECTION_LENGTH }) },
  { additionalProperties: false },
);

export const acceptObjection = {
  method: 'POST',
  url: '/objections/:id/accept',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Accept a dispute; one adjustment credits both sides',
  schema: { params: Params, body: Answer, response: { 200: Objection } },
} as const satisfies Endpoint;

export const declineObjection = {
  method: 'POST',
  url: '/objections/:id/decline',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Decline a dispute, with a reason',
  schema: { params: Params, body: Answer, response: { 200: Objection } },
} as const satisfies Endpoint;
