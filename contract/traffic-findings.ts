import * as Type from 'typebox';
import { RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { PageQuery, TablePage } from './table-page.ts';
import { PATTERN_RULES } from './traffic-rules.ts';

const Rule = Type.Unsafe<(typeof PATTERN_RULES)[number]>(Type.Enum([...PATTERN_RULES]));

/** Where a statistical rule found its pattern. */
export const TrafficFinding = Type.Object({
  id: Type.String(),
  rule: Rule,
  mode: Type.Union([Type.Literal('flag'), Type.Literal('invalidate')]),
  eui: Type.String(),
  outlet: Type.String(),
  /** Its code; '' where the rule is about no flight. */
  flight: Type.String(),
  /** Of the events of the pattern. */
  first_at: Type.String(),
  last_at: Type.String(),
  events: Type.Integer(),
  /** Null while it lasts. */
  ended_at: orNull(Type.String()),
  /** A credit that waits for another administrator: what of it counted, and its money in dollars. */
  proposal: orNull(
    Type.Object({
      by: Type.String(),
      at: Type.String(),
      events: Type.Integer(),
      amount: Type.Number(),
      owner_amount: Type.Number(),
      /** Whether the reader may approve it. */
      may_approve: Type.Boolean(),
    }),
  ),
  /** The adjustment that was made of it. */
  adjustment_id: orNull(Type.String()),
});
export type TrafficFinding = Type.Static<typeof TrafficFinding>;

export const listTrafficFindings = {
  method: 'GET',
  url: '/admin/traffic-findings',
  allowed: 'admin',
  summary: 'What the statistical rules found, the newest first',
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
  summary: 'Propose an adjustment that takes back what counted of a finding; another administrator approves it',
  schema: OfFinding,
} as const satisfies Endpoint;

export const approveFindingCredit = {
  method: 'POST',
  url: '/admin/traffic-findings/:id/approve',
  allowed: 'admin',
  summary: 'Make the adjustment that another administrator proposed',
  schema: OfFinding,
} as const satisfies Endpoint;

export const declineFindingCredit = {
  method: 'POST',
  url: '/admin/traffic-findings/:id/decline',
  allowed: 'admin',
  summary: 'Drop the proposed adjustment of a finding',
  schema: OfFinding,
} as const satisfies Endpoint;
