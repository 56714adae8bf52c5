import type { Generated } from 'kysely';
import type { PriceModel } from '#domain/money.ts';

type Instant = number;

export type CampaignTable = {
  id: string;
  key: Generated<number>;
  customer_id: string;
  name: string;
  name_key: string;
  /** Public name; '' means the advertiser's name. */
  sponsor: Generated<string>;
  category: Generated<string>;
  /** IANA name; '' means the network's time zone. */
  time_zone: Generated<string>;
  /** Null if the campaign is not archived. Default lists hide an archived campaign. */
  archived_at: Generated<Instant | null>;
  /** UTM parameters of its creatives' targets as JSON; '' for none. */
  utm: Generated<string>;
  created_at: Instant;
  updated_at: Instant;
};

export type FlightTable = {
  id: string;
  key: Generated<number>;
  campaign_id: string;
  /** Unique. Outlets send it as `flight`. */
  code: string;
  /** Its name, shown beside the code; '' for none. */
  label: Generated<string>;
  /** `ends_at` is exclusive. A draft without dates has `NO_START` and `NO_END`. */
  starts_at: Instant;
  ends_at: Instant;
  /** 0 in a draft without a budget. */
  budget_micros: number;
  paused: 0 | 1;
  /** The side that paused the flight. Only administrators can resume a flight that an administrator paused. */
  paused_by: Generated<'' | 'manager' | 'admin'>;
  state: Generated<'draft' | 'in_review' | 'returned' | 'approved' | 'cancelled'>;
  /** `approved_at`: the earliest time at which the flight may run. `cancelled_at`: when it was canceled permanently. */
  approved_at: Generated<Instant | null>;
  cancelled_at: Generated<Instant | null>;
  /** Null if the flight is not archived. Its campaign's page hides an archived flight. */
  archived_at: Generated<Instant | null>;
  submitted_at: Generated<Instant | null>;
  /** An email address. */
  submitted_by: Generated<string>;
  return_reason: Generated<string>;
  pacing: Generated<'even' | 'fast'>;
  daily_cap_micros: Generated<number | null>;
  visitor_cap: Generated<number | null>;
  /** Whether views without a play earn money. 2 means that the next start sets this column from `UNSIGNED_VIEWS`. */
  accepts_unsigned: Generated<0 | 1 | 2>;
  /**
   * `card`: the flight uses the rate card's prices for `price_model`, which are copied to `flight_prices` when the
   * flight is submitted.
   */
  price_source: Generated<'card' | 'own'>;
  price_model: Generated<PriceModel | null>;
  /** The target rule as JSON (`contract/flight-parts.ts`); '' means all outlets. */
  targets: Generated<string>;
  created_at: Instant;
  updated_at: Instant;
};

/** A table that is no longer read or written; the target rule is in `flights.targets`. */
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
  /** '' means all venue types that have no price of their own. */
  venue_type: Generated<string>;
};

/**
 * Periods in which a flight was paused; `to_at` is exclusive, or null if still paused. Written together with
 * `flights.paused`.
 */
export type FlightPauseTable = {
  id: string;
  flight_id: string;
  from_at: Instant;
  to_at: Instant | null;
};

/** A proposed change to an approved flight that waits for an administrator. `fields` is JSON. */
export type FlightProposalTable = {
  flight_id: string;
  id: string;
  fields: string;
  made_at: Instant;
  made_by: string;
  made_by_id: string | null;
};

/** Prices of the rate card. A `venue_type` of '' means all venue types that have no row of their own. */
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
  /** How often it is shown, relative to the flight's other creatives. */
  weight: Generated<number>;
  /** UTM parameters as JSON, which replace the campaign's; '' for none. */
  utm: Generated<string>;
  file_hash: Generated<string | null>;
  removed_at: Generated<Instant | null>;
  created_at: Instant;
};

/** A picture file. `hash` is the SHA-256 of the bytes; `image` is the bytes in base64. */
export type CreativeFileTable = {
  hash: string;
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
  size_bytes: number;
  image: string;
  created_at: Instant;
};

/** A picture shown at a property when no flight runs. */
export type HousePictureTable = {
  customer_id: string;
  id: string;
  file_hash: string;
  duration_seconds: number;
  /** A URL, or ''. */
  target_url: string;
  updated_at: Instant;
};

/** An owner's decision about a creative, which applies only to the owner's outlets. */
export type CreativeDecisionTable = {
  creative_id: string;
  customer_id: string;
  decision: 'accepted' | 'refused';
  reason: string;
  decided_at: Instant;
  decided_by: string;
};
