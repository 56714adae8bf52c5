import * as Type from 'typebox';
import { RowId, RowVersion } from './common.ts';
import { orNull } from './field-schemas.ts';
import { FLIGHT_STATE_NAMES } from './table-choices.ts';
import { EventCounts, InvalidOfReason } from './traffic.ts';

/** What is stored of a flight's course; an approved one is shown by what it is now (`FlightState`). */
export const FlightStage = Type.Union([
  Type.Literal('draft'),
  Type.Literal('in_review'),
  Type.Literal('returned'),
  Type.Literal('approved'),
  Type.Literal('cancelled'),
]);
export type FlightStage = Type.Static<typeof FlightStage>;

/** What a flight is at this moment. Those from `scheduled` to `ended` are approved ones. */
export const FLIGHT_STATES = FLIGHT_STATE_NAMES;
export const FlightState = Type.Enum([...FLIGHT_STATES]);
export type FlightState = (typeof FLIGHT_STATES)[number];

export const PriceModel = Type.Union([
  Type.Literal('cpm'),
  Type.Literal('cpc'),
  Type.Literal('cpb'),
  Type.Literal('flat'),
]);

/** `even` spreads the budget over the days that are left, `fast` shows it as soon as it can. */
export const Pacing = Type.Union([Type.Literal('even'), Type.Literal('fast')]);
export type Pacing = Type.Static<typeof Pacing>;

/** Most kilometres of a circle on the map. */
export const MOST_CIRCLE_KM = 5_000;
const Circle = Type.Object(
  {
    lat: Type.Number({ minimum: -90, maximum: 90 }),
    lng: Type.Number({ minimum: -180, maximum: 180 }),
    km: Type.Number({ exclusiveMinimum: 0, maximum: MOST_CIRCLE_KM }),
  },
  { additionalProperties: false },
);

/** Most entries of each list of a rule. */
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
 * Where a flight runs, as a rule: at outlets that any of the lists or the circle name, or everywhere when nothing is named;
 * never where `except` names them. What comes to match later is reached from then on. `venue_types` and `states` are compared
 * without regard to the case of letters.
 */
export const Targets = Type.Object({ ...places, except: Type.Optional(Places) }, { additionalProperties: false });
export type Targets = Type.Static<typeof Targets>;

/** The names of what a rule's ids mean; what stands no more is not among them. */
export const TargetNames = Type.Array(Type.Object({ id: Type.String(), name: Type.String() }));

/** Dollars, six decimals at most; whether it is that is checked by the server. */
const Dollars = Type.Number({ minimum: 0, maximum: 1_000_000_000 });
/** A moment: of a date its first (for `ends` the end of that day) in the campaign's zone, or an instant with offset. */
const Moment = Type.String({ maxLength: 40 });
/** What a form says of a flight. A draft may lack anything: null, or left out when it is made. */
export const FlightFields = {
  starts: orNull(Moment),
  ends: orNull(Moment),
  budget: orNull(Dollars),
  daily_cap: orNull(Dollars),
  /** Views of one fingerprint and day. */
  visitor_cap: orNull(Type.Integer({ minimum: 1, maximum: 1_000 })),
  pacing: Pacing,
  /** Whether views may earn that report no play of this server. */
  accepts_unsigned: Type.Boolean(),
  /** What is paid for, at the prices of the rate card; null: not chosen yet. */
  model: orNull(PriceModel),
  targets: Targets,
} as const;
export type FlightFieldName = keyof typeof FlightFields;

/** One price of a flight: at venues of a type, or of all other types where that is null, from an instant on. */
export const FlightPrice = Type.Object({
  model: PriceModel,
  price: Type.Number(),
  venue_type: orNull(Type.String()),
  from: Type.String(),
});

export const Creative = Type.Object({
  id: Type.String(),
  name: Type.String(),
  seconds: Type.Integer(),
  target: Type.String(),
  /** `/api/creatives/<sha256>.<ext>`; null for one of before that has no picture. */
  url: orNull(Type.String()),
  type: orNull(Type.String()),
  width: orNull(Type.Integer()),
  height: orNull(Type.Integer()),
  created_at: Type.String(),
  /** Owners who keep it off their outlets, with the reason: to administrators and the advertiser. */
  refusals: Type.Array(Type.Object({ customer: Type.String(), reason: Type.String(), at: Type.String() })),
});
export type Creative = Type.Static<typeof Creative>;

/** What may be done with a flight now by whoever asks. */
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
] as const;
export const FlightAct = Type.Enum([...FLIGHT_ACTS]);
export type FlightAct = (typeof FLIGHT_ACTS)[number];

/** One field of a change, as people read it. */
export const FieldChange = Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() });
export type FieldChange = Type.Static<typeof FieldChange>;

/** Something that was done with a flight. */
export const HistoryEntry = Type.Object({
  at: Type.String(),
  /** An address; to advertisers only a colleague's, else the property's name or 'an administrator'. */
  by: Type.String(),
  /** As the audit log calls it, such as flight.approved. */
  action: Type.String(),
  changes: Type.Array(FieldChange),
  reason: Type.String(),
});

/** A change of an approved flight that waits for an administrator; the flight runs on unchanged until then. */
export const Proposal = Type.Object({
  id: Type.String(),
  at: Type.String(),
  by: Type.String(),
  changes: Type.Array(FieldChange),
  /** Creatives that it brings; and the ids of those that it takes away. */
  creatives_added: Type.Array(Creative),
  creatives_removed: Type.Array(Type.String()),
});
export type Proposal = Type.Static<typeof Proposal>;

/** Views, clicks and burns are net, as all figures: beside them what was reported in all, and why the rest does not count. */
export const JUDGED_FIELDS = {
  views: Type.Integer(),
  clicks: Type.Integer(),
  burns: Type.Integer(),
  gross: EventCounts,
  invalid: Type.Array(InvalidOfReason),
} as const;

/** Figures of the events store in the answer to a write: null where that store did not answer in a moment. The write is stored all the same. */
export const FIGURES_AT_HAND = {
  spent: orNull(Type.Number({ description: 'Null: not known yet; ask for the row.' })),
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

/** What is stored of a flight. Money in dollars; `budget` null in a draft without one. */
const FLIGHT_FIELDS = {
  id: Type.String(),
  code: Type.String(),
  campaign_id: Type.String(),
  campaign: Type.String(),
  advertiser_id: Type.String(),
  advertiser: Type.String(),
  state: FlightState,
  starts_at: orNull(Type.String()),
  ends_at: orNull(Type.String()),
  budget: orNull(Type.Number()),
  pacing: Pacing,
  /** A change of it waits for an administrator. */
  has_proposal: Type.Boolean(),
  /** It is approved and not over, and no outlet shows it: it has no creative with a picture. */
  shows_nothing: Type.Boolean(),
  /** What the reader may do with it now. */
  acts: Type.Array(FlightAct),
  version: RowVersion,
};

/** What a flight shows in a table. */
export const FlightRow = Type.Object({
  ...FLIGHT_FIELDS,
  spent: Type.Number(),
  /** Spent against what was to be spent until now; null where nothing was. 1 is on plan. */
  pace: orNull(Type.Number()),
  ...JUDGED_FIELDS,
});
export type FlightRow = Type.Static<typeof FlightRow>;

const FlightParts = Type.Object({
  time_zone: Type.String(),
  sponsor: Type.String(),
  category: Type.String(),
  /** As the form takes them: dates without an hour where they are whole days. */
  fields: Type.Object(FlightFields),
  target_names: TargetNames,
  /** `card`: of the rate card, fixed when the flight is submitted; `own`: set by an administrator. */
  price_source: Type.Union([Type.Literal('card'), Type.Literal('own')]),
  prices: Type.Array(FlightPrice),
  return_reason: Type.String(),
  creatives: Type.Array(Creative),
  proposal: orNull(Proposal),
  /** What is missing before it can be submitted, by field. */
  missing: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
  /** Outlets in service that the rule reaches now. */
  outlets: Type.Integer(),
});

export const FlightDetail = Type.Intersect([FlightRow, FlightParts]);
export type FlightDetail = Type.Static<typeof FlightDetail>;

/** A flight as a write answers it: what was stored, with its figures where they are at hand. Its state then knows of no spending. */
export const WrittenFlightRow = Type.Object({ ...FLIGHT_FIELDS, ...FIGURES_AT_HAND });
export const WrittenFlight = Type.Intersect([WrittenFlightRow, FlightParts]);
export type WrittenFlight = Type.Static<typeof WrittenFlight>;
