import type { Generated } from 'kysely';
import type { PriceModel } from '#domain/money.ts';

type Instant = number;

export type CampaignTable = {
  id: string;
  key: Generated<number>;
  customer_id: string;
  name: string;
  name_key: string;
  /** '' stands for the advertiser's name. */
  sponsor: Generated<string>;
  category: Generated<string>;
  /** IANA name; '' is the network's. */
  time_zone: Generated<string>;
  created_at: Instant;
  updated_at: Instant;
};

export type FlightTable = {
  id: string;
  key: Generated<number>;
  campaign_id: string;
  /** Unique; what outlets send as `flight`. */
  code: string;
  /** Half-open; `NO_START` and `NO_END` in a draft that has none yet. */
  starts_at: Instant;
  ends_at: Instant;
  /** 0 in a draft that has none yet. */
  budget_micros: number;
  paused: 0 | 1;
  /** While it is: an administrator's pause is theirs to end. */
  paused_by: Generated<'' | 'manager' | 'admin'>;
  state: Generated<'draft' | 'in_review' | 'returned' | 'approved' | 'cancelled'>;
  /** Since when it may run, and since when never again. */
  approved_at: Generated<Instant | null>;
  cancelled_at: Generated<Instant | null>;
  submitted_at: Generated<Instant | null>;
  /** An address. */
  submitted_by: Generated<string>;
  return_reason: Generated<string>;
  pacing: Generated<'even' | 'fast'>;
  daily_cap_micros: Generated<number | null>;
  visitor_cap: Generated<number | null>;
  /** Whether views without a play earn; 2: as `UNSIGNED_VIEWS` says at the next start. */
  accepts_unsigned: Generated<0 | 1 | 2>;
  /** `card`: the rate card's prices of `price_model`, copied to `flight_prices` when the flight is submitted. */
  price_source: Generated<'card' | 'own'>;
  price_model: Generated<PriceModel | null>;
  /** A rule as JSON (`contract/flight-parts.ts`), '' for everywhere. */
  targets: Generated<string>;
  created_at: Instant;
  updated_at: Instant;
};

/** No longer read or written: `flights.targets` has the rule. */
export type FlightTargetTable = {
  id: string;
  flight_id: string;
  outlet_id: string | null;
  venue_id: string | null;
};

export type FlightPriceTable = {
  id: string;
  flight_id: string;
  model: PriceModel;
  price_micros: number;
  valid_from: Instant;
  /** '' holds at venues of all types that have no price of their own. */
  venue_type: Generated<string>;
};

/** When a flight was held, half-open; `to_at` null: it still is. Written with `flights.paused`. */
export type FlightPauseTable = {
  id: string;
  flight_id: string;
  from_at: Instant;
  to_at: Instant | null;
};

/** The change of an approved flight that waits for an administrator; `fields` as JSON. */
export type FlightProposalTable = {
  flight_id: string;
  id: string;
  fields: string;
  made_at: Instant;
  made_by: string;
  made_by_id: string | null;
};

/** `venue_type` '' holds at venues of all types without a line of their own. */
export type RateCardTable = {
  id: string;
  model: PriceModel;
  venue_type: string;
  price_micros: number;
  valid_from: Instant;
};

export type CreativeTable = {
  id: string;
  flight_id: string;
  name: string;
  duration_seconds: number;
  target_url: Generated<string>;
  file_hash: Generated<string | null>;
  removed_at: Generated<Instant | null>;
  created_at: Instant;
};

/** `hash` is the SHA-256 of the bytes, `image` the bytes in base64. */
export type CreativeFileTable = {
  hash: string;
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  size_bytes: number;
  image: string;
  created_at: Instant;
};

/** What a property shows where no flight runs. */
export type HousePictureTable = {
  customer_id: string;
  id: string;
  file_hash: string;
  duration_seconds: number;
  /** An address, or ''. */
  target_url: string;
  updated_at: Instant;
};

/** What an owner decided on a creative, for the own outlets alone. */
export type CreativeDecisionTable = {
  creative_id: string;
  customer_id: string;
  decision: 'accepted' | 'refused';
  reason: string;
  decided_at: Instant;
  decided_by: string;
};
