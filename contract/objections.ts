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
  summary: 'Objections to judgements: the own ones, all of them for administrators; open ones first',
  schema: { response: { 200: Type.Object({ data: Type.Array(Objection) }) } },
} as const satisfies Endpoint;

export const raiseObjection = {
  method: 'POST',
  url: '/objections',
  allowed: 'manager',
  tokenScope: 'reports:write',
  summary: 'Object to what did not count at an outlet on a day for one reason, within 30 days',
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
  summary: 'Accept an objection: both sides are credited by one adjustment',
  schema: { params: Params, body: Answer, response: { 200: Objection } },
} as const satisfies Endpoint;

export const declineObjection = {
  method: 'POST',
  url: '/objections/:id/decline',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Decline an objection, with a reason',
  schema: { params: Params, body: Answer, response: { 200: Objection } },
} as const satisfies Endpoint;
