import * as Type from 'typebox';
import { RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { PageQuery, TablePage } from './pagination.ts';
import { PATTERN_RULES } from './traffic-rules.ts';

const Rule = Type.Unsafe<(typeof PATTERN_RULES)[number]>(Type.Enum([...PATTERN_RULES]));

/** A pattern that a statistical rule found. */
export const TrafficFinding = Type.Object({
  id: Type.String(),
  rule: Rule,
  mode: Type.Union([Type.Literal('flag'), Type.Literal('invalidate')]),
  eui: Type.String(),
  outlet: Type.String(),
  /** The flight's code. '' if the rule does not concern a flight. */
  flight: Type.String(),
  /** The first event in the pattern. */
  first_at: Type.String(),
  last_at: Type.String(),
  events: Type.Integer(),
  /** Null while the pattern continues. */
  ended_at: orNull(Type.String()),
  /** A credit that waits for another administrator: the events that had counted, and their amount in dollars. */
  proposal: orNull(
    Type.Object({
      by: Type.String(),
      at: Type.String(),
      events: Type.Integer(),
      amount: Type.Number(),
      owner_amount: Type.Number(),
      /** Whether the user may approve it. */
      may_approve: Type.Boolean(),
    }),
  ),
  /** The resulting adjustment. */
  adjustment_id: orNull(Type.String()),
});
export type TrafficFinding = Type.Static<typeof TrafficFinding>;

export const listTrafficFindings = {
  method: 'GET',
  url: '/admin/traffic-findings',
  allowed: 'admin',
  tokenScope: 'money:read',
  summary: 'List findings of the statistical rules, newest first',
  schema: {
    querystring: Type.Object({ page: PageQuery.page, limit: PageQuery.limit }, { additionalProperties: false }),
    response: { 200: TablePage(TrafficFinding) },
  },
} as const satisfies Endpoint;

const OfFinding = { params: Type.Object({ id: RowId }), response: { 200: TrafficFinding } } as const;

export const proposeFindingCredit = {
  method: 'POST',
  url: '/admin/traffic-findings/:id/propose',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Propose an adjustment that reverses the charges of a finding; another administrator approves it',
  schema: OfFinding,
} as const satisfies Endpoint;

export const approveFindingCredit = {
  method: 'POST',
  url: '/admin/traffic-findings/:id/approve',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Approve the adjustment that another administrator proposed',
  schema: OfFinding,
} as const satisfies Endpoint;

export const declineFindingCredit = {
  method: 'POST',
  url: '/admin/traffic-findings/:id/decline',
  allowed: 'admin',
  tokenScope: 'money:write',
  stepUp: true,
  summary: 'Decline the proposed adjustment of a finding',
  schema: OfFinding,
} as const satisfies Endpoint;
