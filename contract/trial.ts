import * as Type from 'typebox';
import { CalendarDate } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { TriedRules } from './traffic-rules.ts';

/** Digits of micro-dollars. */
const Micros = Type.String({ pattern: '^-?[0-9]+$' });

/** Days of the network's zone, both included, and what is tried in place of what held then; null leaves it. */
export const ContractTrial = Type.Object(
  {
    from: CalendarDate,
    to: CalendarDate,
    /** Of all owners, or of the one that `share_cid` names (id or name). */
    share_percent: orNull(Type.Number({ minimum: 0, maximum: 100 })),
    share_cid: orNull(Type.String({ minLength: 1, maxLength: 200 })),
    /** A flight's code with its price: dollars per 1,000 views of `cpm`, else of each. */
    flight: orNull(Type.String({ maxLength: 200 })),
    price_model: orNull(Type.Enum(['cpm', 'cpc', 'cpb', 'flat'])),
    price: orNull(Type.Number({ minimum: 0, maximum: 1_000_000 })),
    /** Of all other flights: 5 is 5% more. */
    price_change_percent: orNull(Type.Number({ minimum: -100, maximum: 1_000 })),
    rules: orNull(TriedRules),
  },
  { additionalProperties: false },
);
export type ContractTrial = Type.Static<typeof ContractTrial>;

/** owners + network = advertisers. */
const Sums = Type.Object({ advertisers: Micros, owners: Micros, network: Micros, views: Type.Integer() });
export type TrialSums = Type.Static<typeof Sums>;

const TriedCustomer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.Union([Type.Literal('property'), Type.Literal('advertiser')]),
  /** What an owner earns, or an advertiser pays. */
  before: Micros,
  after: Micros,
});
export type TriedCustomer = Type.Static<typeof TriedCustomer>;

const TrialResult = Type.Object({
  from: Type.String(),
  to: Type.String(),
  time_zone: Type.String(),
  before: Sums,
  after: Sums,
  /** Whose money changes, what changes most first. */
  data: Type.Array(TriedCustomer),
  /** Customers with figures of the time whose money stays as it is. */
  unchanged: Type.Integer(),
  /** Customers that are not in `data`, because there are more than it holds. */
  left_out: Type.Integer(),
  /** What has to be known to read it, in sentences. */
  notes: Type.Array(Type.String()),
});
export type TrialResult = Type.Static<typeof TrialResult>;

/** More days than this are not replayed; with rules of traffic, each view is judged anew. */
export const MOST_TRIED_DAYS = 92;
export const MOST_JUDGED_DAYS = 31;

/** Reads day after day; ends early where the caller hangs up. */
export const tryContracts = {
  method: 'POST',
  url: '/admin/money/trial',
  allowed: 'admin',
  summary: 'What a past range would have come to under another share, price or rule of traffic; changes nothing',
  schema: { body: ContractTrial, response: { 200: TrialResult } },
} as const satisfies Endpoint;
