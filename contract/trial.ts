import * as Type from 'typebox';
import { CalendarDate } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { TriedRules } from './traffic-rules.ts';

/** Micro-dollars as digits in a text. */
const Micros = Type.String({ pattern: '^-?[0-9]+$' });

/** Days in the network's time zone, both inclusive, and the simulated terms. Null leaves the actual term in effect. */
export const ContractTrial = Type.Object(
  {
    from: CalendarDate,
    to: CalendarDate,
    /** For all owners, or for the owner in `share_cid` (ID or name). */
    share_percent: orNull(Type.Number({ minimum: 0, maximum: 100 })),
    share_cid: orNull(Type.String({ minLength: 1, maxLength: 200 })),
    /** A flight's code with its price in dollars: per 1,000 views for `cpm`, otherwise per event. */
    flight: orNull(Type.String({ maxLength: 200 })),
    price_model: orNull(Type.Enum(['cpm', 'cpc', 'cpb', 'flat'])),
    price: orNull(Type.Number({ minimum: 0, maximum: 1_000_000 })),
    /** For all other flights: 5 is 5% more. */
    price_change_percent: orNull(Type.Number({ minimum: -100, maximum: 1_000 })),
    rules: orNull(TriedRules),
  },
  { additionalProperties: false },
);
export type ContractTrial = Type.Static<typeof ContractTrial>;

/** Sums of a trial. The amounts of owners and network add up to the amount of advertisers. */
const Sums = Type.Object({ advertisers: Micros, owners: Micros, network: Micros, views: Type.Integer() });
export type TrialSums = Type.Static<typeof Sums>;

const TriedCustomer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: Type.Union([Type.Literal('property'), Type.Literal('advertiser')]),
  /** An owner's earnings, or an advertiser's charges. */
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
  /** Customers whose money changes, largest change first. */
  data: Type.Array(TriedCustomer),
  /** Number of customers with events in the period whose money does not change. */
  unchanged: Type.Integer(),
  /** Number of customers omitted because of the limit of `data`. */
  left_out: Type.Integer(),
  /** Notes for the user, as sentences. */
  notes: Type.Array(Type.String()),
});
export type TrialResult = Type.Static<typeof TrialResult>;

/**
 * Maximum number of days in a replay without traffic rules, and in a replay with traffic rules, which evaluates each
 * view again.
 */
export const MOST_TRIED_DAYS = 92;
export const MOST_JUDGED_DAYS = 31;

/** Reads the events day by day, and ends early if the client disconnects. */
export const tryContracts = {
  method: 'POST',
  url: '/admin/money/trial',
  allowed: 'admin',
  tokenScope: 'money:read',
  summary: 'Simulate a past range with another share, price or invalid traffic rule; changes nothing',
  schema: { body: ContractTrial, response: { 200: TrialResult } },
} as const satisfies Endpoint;
