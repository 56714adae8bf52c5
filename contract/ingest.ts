import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';

/** Maximum size of a batch, in events and in bytes (docs/decisions.md#ingestion). */
export const MAX_BATCH_EVENTS = 10_000;
export const MAX_BATCH_BYTES = 5 * 1024 * 1024;

/** Makes a field optional. Null means the same as absent. */
const Maybe = <Schema extends Type.TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

/** Faults that an outlet can report. `power_back` ends `power_lost`. */
export const FAULT_KINDS = [
  'surge',
  'short_circuit',
  'overload',
  'overheating',
  'tamper',
  'power_lost',
  'power_back',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * An event as the outlet reports it. The server adds tenant, price, share and sponsor, and never accepts these as
 * input.
 */
export const OutletEvent = Type.Object(
  {
    /** A UUID chosen by the outlet. Repeating an ID has no effect. */
    id: Type.String({ pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$' }),
    type: Type.Union([
      Type.Literal('view'),
      Type.Literal('click'),
      Type.Literal('burn'),
      Type.Literal('heartbeat'),
      Type.Literal('fault'),
    ]),
    eui: Type.String({ pattern: '^[0-9a-fA-F]{16}$' }),
    /** ISO 8601 with an offset or Z. */
    timestamp: Type.String({ maxLength: 40 }),
    /** The view that a click or burn belongs to. Required for clicks and burns. */
    view_id: Maybe(Type.String({ maxLength: 36 })),
    /** A salted hash of a visitor's browser, 128 bits in hex. */
    fingerprint: Maybe(Type.String({ pattern: '^[0-9a-fA-F]{32}$' })),
    ip: Maybe(Type.String({ maxLength: 45 })),
    /** The flight's code. */
    flight: Maybe(Type.String({ maxLength: 64 })),
    /** The opaque play token that the ad server issued. */
    cryptic: Maybe(Type.String({ maxLength: 128 })),
    /** The kind of fault. Required for a fault event. */
    fault: Maybe(Type.Unsafe<FaultKind>(Type.Enum([...FAULT_KINDS]))),
    /** Any value is accepted, because an unreadable reading must not invalidate its event. */
    energy_wh: Maybe(
      Type.Unsafe<number>({
        description:
          "Metered energy of the charge so far, in watt-hours. A click's or burn's value replaces that of its view. Unreadable values are ignored.",
      }),
    ),
    register_wh: Maybe(
      Type.Unsafe<number>({
        description:
          "Cumulative reading of the outlet's meter in watt-hours, on any event. Unreadable values are ignored.",
      }),
    ),
  },
  { additionalProperties: false },
);
type Accepted = Type.Static<typeof OutletEvent>;
/** An event as our own outlets write it: absent fields are omitted, never null. */
export type OutletEvent = { [Field in keyof Accepted]: Exclude<Accepted[Field], null> };

/** Reasons why a stored event is invalid, in evaluation order. The first match applies. */
export const INVALID_REASONS = [
  'play_forged',
  'play_expired',
  'play_elsewhere',
  'play_mismatch',
  'unsigned',
  'no_creative',
  'repeated',
  'paused',
  'out_of_order',
  'backfill',
  'over_budget',
  'visitor_pace',
  'outlet_pace',
  'data_centre',
  'outlet_silent',
  'click_pattern',
  'energy_pattern',
  'interval_pattern',
  'fingerprint_pattern',
  'closed_hours',
  'distant_venues',
  'many_addresses',
  'outlet_share',
] as const;
export type InvalidReason = (typeof INVALID_REASONS)[number];

export const EventResult = Type.Object({
  /** The event's position in the batch, starting at 0. */
  index: Type.Integer(),
  id: Type.String(),
  status: Type.Union([Type.Literal('accepted'), Type.Literal('duplicate'), Type.Literal('rejected')]),
  /** False for an accepted event that is stored but earns nothing; `reason` says why. Otherwise absent. */
  counted: Type.Optional(
    Type.Literal(false, { description: 'The event is stored as invalid and earns nothing; see reason.' }),
  ),
  /** A machine-readable reason for a rejection, or for a duplicate whose content differs (`conflict`). */
  code: Type.Optional(Type.String()),
  /** Why a reading was discarded. */
  energy: Type.Optional(
    Type.Union([Type.Literal('ignored'), Type.Literal('implausible')], {
      description:
        "The event's energy is not used: it is unreadable (ignored), or exceeds the outlet's rated power (implausible).",
    }),
  ),
  /** The problem and its solution, for a technician. For an accepted event, one of `INVALID_REASONS`. */
  reason: Type.Optional(
    Type.String({ description: 'Why the event was rejected or is invalid, such as repeated or over_budget.' }),
  ),
  /** Seconds after which a rejected event may become valid. Absent if it never can. */
  retry_after: Type.Optional(
    Type.Integer({
      description:
        'Send this event again after this many seconds. It may be accepted then, for example when its view has arrived.',
    }),
  ),
});
export type EventResult = Type.Static<typeof EventResult>;

export const IngestAnswer = Type.Object({
  accepted: Type.Integer(),
  duplicate: Type.Integer(),
  rejected: Type.Integer(),
  results: Type.Array(EventResult),
});
export type IngestAnswer = Type.Static<typeof IngestAnswer>;

/**
 * The schema describes the body, but the route validates each event separately, so that an invalid event does not
 * affect the others. The body may also be NDJSON (application/x-ndjson), one event per line, and gzipped.
 */
export const ingestEvents = {
  method: 'POST',
  url: '/ingest/events',
  allowed: 'outlet-key',
  tokenScope: 'none',
  summary: 'Report events: a JSON array, one object, or NDJSON',
  schema: { response: { 200: IngestAnswer } },
  documented: {
    body: Type.Union([Type.Array(OutletEvent, { minItems: 1, maxItems: MAX_BATCH_EVENTS }), OutletEvent]),
    consumes: ['application/json', 'application/x-ndjson'],
  },
} as const satisfies Endpoint;
