import * as Type from 'typebox';
import { RowId, RowVersion } from './common.ts';
import { orNull } from './field-schemas.ts';
import { FLIGHT_STATE_NAMES } from './table-choices.ts';
import { EventCounts, InvalidOfReason } from './traffic.ts';

/** A flight's stored stage. For an approved flight, responses show its current `FlightState`. */
export const FlightStage = Type.Union([
  Type.Literal('draft'),
  Type.Literal('in_review'),
  Type.Literal('returned'),
  Type.Literal('approved'),
  Type.Literal('cancelled'),
]);
export type FlightStage = Type.Static<typeof FlightStage>;

/**
 * A flight's current state. `scheduled`, `live`, `paused`, `spent`, `capped` and `ended` are states of approved
 * flights.
 */
export const FLIGHT_STATES = FLIGHT_STATE_NAMES;
export const FlightState = Type.Enum([...FLIGHT_STATES]);
export type FlightState = (typeof FLIGHT_STATES)[number];

export const PriceModel = Type.Union([
  Type.Literal('cpm'),
  Type.Literal('cpc'),
  Type.Literal('cpb'),
  Type.Literal('flat'),
]);

/** `even` spreads the budget over the remaining days; `fast` spends it as early as possible. */
export const Pacing = Type.Union([Type.Literal('even'), Type.Literal('fast')]);
export type Pacing = Type.Static<typeof Pacing>;

/** Maximum radius for a circle on the map, in kilometers. */
export const MOST_CIRCLE_KM = 5_000;
const Circle = Type.Object(
  {
    lat: Type.Number({ minimum: -90, maximum: 90 }),
    lng: Type.Number({ minimum: -180, maximum: 180 }),
    km: Type.Number({ exclusiveMinimum: 0, maximum: MOST_CIRCLE_KM }),
  },
  { additionalProperties: false },
);

/** Maximum number of entries in each ID list of a rule. */
const MOST_NAMED = 2_000;
const Ids = Type.Optional(Type.Array(RowId, { maxItems: MOST_NAMED, uniqueItems: true }));
const Words = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 200, uniqueItems: true }),
);
const places = {
  customers: Ids,
  venues: Ids,
  outlets: Ids,
  venue_types: Words,
  states: Words,
  circle: Type.Optional(Circle),
};
const Places = Type.Object(places, { additionalProperties: false });
export type TargetPlaces = Type.Static<typeof Places>;

/**
 * A flight's target rule: outlets that match any of the lists or the circle, or all outlets if the rule is empty.
 * Matches for `except` are excluded. New matching outlets are included automatically. `venue_types` and `states` ignore
 * case.
 */
export const Targets = Type.Object({ ...places, except: Type.Optional(Places) }, { additionalProperties: false });
export type Targets = Type.Static<typeof Targets>;

/** Names for the IDs in a rule. Deleted items are omitted. */
export const TargetNames = Type.Array(Type.Object({ id: Type.String(), name: Type.String() }));

/** Dollars with at most six decimals. The server validates them. */
const Dollars = Type.Number({ minimum: 0, maximum: 1_000_000_000 });
/**
 * A date or a timestamp with an offset. A date means its first moment in the campaign's time zone, or for `ends` the
 * end of that day.
 */
const Moment = Type.String({ maxLength: 40 });
/** Maximum length of a flight's name. */
export const FLIGHT_LABEL_LENGTH = 120;

/** A flight's form fields. A draft may lack any field: null, or omitted on creation. */
export const FlightFields = {
  /** The flight's name, which people read beside its code. '' for none. */
  label: Type.String({ maxLength: FLIGHT_LABEL_LENGTH }),
  starts: orNull(Moment),
  ends: orNull(Moment),
  budget: orNull(Dollars),
  daily_cap: orNull(Dollars),
  /** Maximum number of views per fingerprint and day. */
  visitor_cap: orNull(Type.Integer({ minimum: 1, maximum: 1_000 })),
  pacing: Pacing,
  /** Whether views without a play from this server may earn. */
  accepts_unsigned: Type.Boolean(),
  /** The price model, which determines the billed event, at rate card prices. Null if not chosen yet. */
  model: orNull(PriceModel),
  targets: Targets,
} as const;
export type FlightFieldName = keyof typeof FlightFields;

/** A flight's price from a point in time on, at one type of venue. `venue_type` is null for all other types. */
export const FlightPrice = Type.Object({
  model: PriceModel,
  price: Type.Number(),
  venue_type: orNull(Type.String()),
  from: Type.String(),
});

/** Maximum length of a UTM parameter's value. */
export const UTM_LENGTH = 100;
const UtmValue = Type.Optional(Type.String({ maxLength: UTM_LENGTH }));
/** UTM parameters of a click's target. An empty value means none. */
export const Utm = Type.Object(
  {
    utm_source: UtmValue,
    utm_medium: UtmValue,
    utm_campaign: UtmValue,
    utm_term: UtmValue,
    utm_content: UtmValue,
  },
  { additionalProperties: false },
);
export type Utm = Type.Static<typeof Utm>;

export const Creative = Type.Object({
  id: Type.String(),
  name: Type.String(),
  seconds: Type.Integer(),
  target: Type.String(),
  /** How often it is shown, relative to the flight's other creatives. */
  weight: Type.Integer(),
  /** Its own UTM parameters. They replace the campaign's. */
  utm: Utm,
  /** The target of a click: `target` with the UTM parameters of the creative and the campaign. */
  click_target: Type.String(),
  /** UTM parameters that `target` already has. Their values stay. */
  utm_kept: Type.Array(Type.String()),
  /** `/api/creatives/<sha256>.<ext>`. Null for an older creative without a picture. */
  url: orNull(Type.String()),
  type: orNull(Type.String()),
  width: orNull(Type.Integer()),
  height: orNull(Type.Integer()),
  created_at: Type.String(),
  /** Owners who refused the creative, with the reason. For administrators and the advertiser. */
  refusals: Type.Array(Type.Object({ customer: Type.String(), reason: Type.String(), at: Type.String() })),
});
export type Creative = Type.Static<typeof Creative>;

/** Actions on flights. Responses list the actions that the caller may take now. */
export const FLIGHT_ACTS = [
  'edit',
  'submit',
  'approve',
  'return',
  'pause',
  'resume',
  'cancel',
  'propose',
  'decide',
  'archive',
  'restore',
] as const;
export const FlightAct = Type.Enum([...FLIGHT_ACTS]);
export type FlightAct = (typeof FLIGHT_ACTS)[number];

/** A changed field, as readable text. */
export const FieldChange = Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() });
export type FieldChange = Type.Static<typeof FieldChange>;

/** A past action on a flight. */
export const HistoryEntry = Type.Object({
  at: Type.String(),
  /**
   * An email address. Advertisers see addresses of colleagues only; otherwise the property's name or 'an
   * administrator'.
   */
  by: Type.String(),
  /** The action's name in the audit log, such as flight.approved. */
  action: Type.String(),
  changes: Type.Array(FieldChange),
  reason: Type.String(),
});

/** A change to an approved flight that waits for an administrator. The flight runs unchanged until then. */
export const Proposal = Type.Object({
  id: Type.String(),
  at: Type.String(),
  by: Type.String(),
  changes: Type.Array(FieldChange),
  /** New creatives, and the IDs of removed ones. */
  creatives_added: Type.Array(Creative),
  creatives_removed: Type.Array(Type.String()),
});
export type Proposal = Type.Static<typeof Proposal>;

/**
 * Views, clicks and burns are net, like all figures. These fields add the reported totals and the reasons for invalid
 * events.
 */
export const JUDGED_FIELDS = {
  views: Type.Integer(),
  clicks: Type.Integer(),
  burns: Type.Integer(),
  gross: EventCounts,
  invalid: Type.Array(InvalidOfReason),
} as const;

/**
 * Figures from the events store in the response to a write. Null if the events store did not respond promptly; the
 * write is stored nevertheless.
 */
export const FIGURES_AT_HAND = {
  spent: orNull(Type.Number({ description: 'Null if not known yet. Get the flight to read it.' })),
  pace: orNull(Type.Number()),
  views: orNull(Type.Integer()),
  clicks: orNull(Type.Integer()),
  burns: orNull(Type.Integer()),
  gross: orNull(EventCounts),
  invalid: orNull(Type.Array(InvalidOfReason)),
} as const;
export const NO_FIGURES = {
  spent: null,
  pace: null,
  views: null,
  clicks: null,
  burns: null,
  gross: null,
  invalid: null,
} as const;

/** A flight's stored fields. Money is in dollars. `budget` is null in a draft that has none. */
const FLIGHT_FIELDS = {
  id: Type.String(),
  code: Type.String(),
  /** The flight's name; '' if it has only a code. */
  label: Type.String(),
  campaign_id: Type.String(),
  campaign: Type.String(),
  advertiser_id: Type.String(),
  advertiser: Type.String(),
  state: FlightState,
  starts_at: orNull(Type.String()),
  ends_at: orNull(Type.String()),
  budget: orNull(Type.Number()),
  pacing: Pacing,
  /** Whether a change waits for an administrator. */
  has_proposal: Type.Boolean(),
  /** Whether the flight is approved and current but has no creative with a picture, so that no outlet shows it. */
  shows_nothing: Type.Boolean(),
  /** Whether its campaign's page hides the flight. */
  is_archived: Type.Boolean(),
  /** Actions that the user may take now. */
  acts: Type.Array(FlightAct),
  version: RowVersion,
};

/** A flight's columns in a table. */
export const FlightRow = Type.Object({
  ...FLIGHT_FIELDS,
  spent: Type.Number(),
  /** Spending so far, divided by planned spending; 1 is on plan. Null if nothing was planned. */
  pace: orNull(Type.Number()),
  ...JUDGED_FIELDS,
});
export type FlightRow = Type.Static<typeof FlightRow>;

const FlightParts = Type.Object({
  time_zone: Type.String(),
  sponsor: Type.String(),
  category: Type.String(),
  /** In the form's format: full days are dates without a time. */
  fields: Type.Object(FlightFields),
  target_names: TargetNames,
  /** `card`: the price is from the rate card, fixed on submission. `own`: an administrator set the price. */
  price_source: Type.Union([Type.Literal('card'), Type.Literal('own')]),
  prices: Type.Array(FlightPrice),
  return_reason: Type.String(),
  creatives: Type.Array(Creative),
  proposal: orNull(Proposal),
  /** What is missing before submission, by field. */
  missing: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
  /** Number of outlets in service that currently match the rule. */
  outlets: Type.Integer(),
});

export const FlightDetail = Type.Intersect([FlightRow, FlightParts]);
export type FlightDetail = Type.Static<typeof FlightDetail>;

/**
 * The response to a write: the stored flight, with its figures if they are available. Without figures, the state
 * ignores spending.
 */
export const WrittenFlightRow = Type.Object({ ...FLIGHT_FIELDS, ...FIGURES_AT_HAND });
export const WrittenFlight = Type.Intersect([WrittenFlightRow, FlightParts]);
export type WrittenFlight = Type.Static<typeof WrittenFlight>;
