import * as Type from 'typebox';
import { Cursor, RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { FAULT_KINDS, type FaultKind, INVALID_REASONS, type InvalidReason } from './ingest.ts';
import { DeviceStatus } from './list.ts';

/** Days that faults and uptime of a list are of. */
export const FAULT_DAYS = 7;
export const UPTIME_DAYS = 30;

/** Which outlets a list shows; `faulty` have reported a fault in the last `FAULT_DAYS`. */
export const SERVICE_FILTERS = ['online', 'late', 'offline', 'never', 'faulty'] as const;
export type ServiceFilter = (typeof SERVICE_FILTERS)[number];

const Fault = Type.Unsafe<FaultKind>(Type.Enum([...FAULT_KINDS]));
/** 0 to 1; null where nothing is known of the time. */
const Uptime = Type.Union([Type.Number(), Type.Null()]);

export const ServedOutlet = Type.Object({
  id: Type.String(),
  eui: Type.String(),
  label: Type.String(),
  customer_id: Type.String(),
  customer: Type.String(),
  venue_id: Type.String(),
  venue: Type.String(),
  status: DeviceStatus,
  last_seen: Type.Union([Type.String(), Type.Null()]),
  /** Of the last `UPTIME_DAYS`. */
  uptime: Uptime,
  /** In the last `FAULT_DAYS`; that the power is back is none. */
  faults: Type.Integer(),
  /** The newest in these days. */
  last_fault: Type.Union([Type.Object({ fault: Fault, at: Type.String() }), Type.Null()]),
});
export type ServedOutlet = Type.Static<typeof ServedOutlet>;

/** Outlets in service; each number is that of the list with the filter of its name. */
export const ServiceCounts = Type.Object({
  all: Type.Integer(),
  online: Type.Integer(),
  late: Type.Integer(),
  offline: Type.Integer(),
  never: Type.Integer(),
  faulty: Type.Integer(),
});
export type ServiceCounts = Type.Static<typeof ServiceCounts>;

export const listServedOutlets = {
  method: 'GET',
  url: '/outlets',
  allowed: 'property',
  summary: 'Outlets in service, with uptime and faults, by EUI',
  schema: {
    querystring: Type.Object(
      {
        /** In an EUI, a label, or the name of a venue. */
        q: Type.Optional(Type.String({ maxLength: 200 })),
        show: Type.Optional(Type.Enum([...SERVICE_FILTERS])),
        venue_id: Type.Optional(RowId),
        limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$' })),
        cursor: Type.Optional(Cursor),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object({
        counts: ServiceCounts,
        data: Type.Array(ServedOutlet),
        next_cursor: Type.Union([Type.String(), Type.Null()]),
      }),
    },
  },
} as const satisfies Endpoint;

export const ServedDay = Type.Object({
  /** In the zone of the venue. */
  date: Type.String(),
  uptime: Uptime,
  /** Minutes in which the outlet said anything. */
  contact_minutes: Type.Integer(),
  faults: Type.Integer(),
});
export type ServedDay = Type.Static<typeof ServedDay>;

/** What happened, newest first: a silence, or a fault with what it was. */
export const ServiceMoment = Type.Object({
  kind: Type.Union([Type.Literal('silent'), Type.Literal('fault')]),
  fault: Type.Union([Fault, Type.Null()]),
  from: Type.String(),
  /** Of a silence; null while it lasts, and for a fault. */
  to: Type.Union([Type.String(), Type.Null()]),
});
export type ServiceMoment = Type.Static<typeof ServiceMoment>;

export const ServedPlace = Type.Object({
  customer: Type.String(),
  venue: Type.String(),
  /** Of the venue, whose days it stood there from and to. */
  time_zone: Type.String(),
  from: Type.String(),
  to: Type.Union([Type.String(), Type.Null()]),
});

/** Newest readings that are shown of those that are not plausible. */
export const IMPLAUSIBLE_SHOWN = 10;

/** What its meter said, as far as the reader may know. */
export const OutletMeter = Type.Object({
  /** Its cumulative register and when it was read last; null: it reports none. */
  register: Type.Union([Type.Object({ wh: Type.Number(), at: Type.String() }), Type.Null()]),
  /** Readings above what its power allows: in no figure. */
  implausible: Type.Integer(),
  /** The newest of them, with the most that would have been plausible. */
  latest: Type.Array(
    Type.Object({
      at: Type.String(),
      source: Type.Union([Type.Literal('view'), Type.Literal('click'), Type.Literal('burn'), Type.Literal('register')]),
      wh: Type.Number(),
      most_wh: Type.Number(),
    }),
  ),
});
export type OutletMeter = Type.Static<typeof OutletMeter>;

export const OutletService = Type.Object({
  outlet: ServedOutlet,
  meter: OutletMeter,
  time_zone: Type.String(),
  /** Of all days below. */
  uptime: Uptime,
  /** From when on contacts of it are known; null before the first. */
  known_since: Type.Union([Type.String(), Type.Null()]),
  /** Oldest first. */
  days: Type.Array(ServedDay),
  timeline: Type.Array(ServiceMoment),
  /** Older moments than those in `timeline`. */
  left_out: Type.Integer(),
  /** Where it stood, as far as the reader may know; newest first. */
  places: Type.Array(ServedPlace),
});
export type OutletService = Type.Static<typeof OutletService>;

export const getOutletService = {
  method: 'GET',
  url: '/outlets/:id',
  allowed: 'property',
  summary: 'An outlet in service: uptime by day, silences, faults and places',
  schema: {
    params: Type.Object({ id: RowId }, { additionalProperties: false }),
    querystring: Type.Object(
      {
        /** How many days up to now, today included. */
        days: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|[1-3][0-9]{2}|400)$' })),
      },
      { additionalProperties: false },
    ),
    response: { 200: OutletService },
  },
} as const satisfies Endpoint;

/** Why a flight is shown at an outlet or not: `runs` may be served now, all others wait for what they say. */
export const RUNNING_STATES = [
  'runs',
  'not_begun',
  'paused',
  'day_spent',
  'spent',
  'resting',
  'waiting',
  'refused',
  'blocked',
  'no_picture',
] as const;
export type RunningState = (typeof RUNNING_STATES)[number];

/** A flight that is meant for an outlet; an owner learns who the sponsor is, and of the flight only whether it runs. */
export const RunningFlight = Type.Object({
  sponsor: Type.String(),
  category: Type.String(),
  /** Its code; absent for an owner. */
  flight: Type.Optional(Type.String()),
  state: Type.Unsafe<RunningState>(Type.Enum([...RUNNING_STATES])),
  /** Those that may be shown here, of all that it has. */
  pictures: Type.Integer(),
  all_pictures: Type.Integer(),
});
export type RunningFlight = Type.Static<typeof RunningFlight>;

export const OutletRunning = Type.Object({
  /** Those that run first; the first 100. */
  data: Type.Array(RunningFlight),
  left_out: Type.Integer(),
  /** Flights that are meant for other places; absent for an owner. */
  elsewhere: Type.Optional(Type.Integer()),
  /** What is shown where no flight runs is the owner's own picture. */
  has_house_picture: Type.Boolean(),
});
export type OutletRunning = Type.Static<typeof OutletRunning>;

const outletParams = Type.Object({ id: RowId }, { additionalProperties: false });

export const getOutletRunning = {
  method: 'GET',
  url: '/outlets/:id/flights',
  allowed: 'property',
  summary: 'What runs at an outlet now, and why other flights that are meant for it do not',
  schema: { params: outletParams, response: { 200: OutletRunning } },
} as const satisfies Endpoint;

/** Events of a page, and of how many days they are. */
export const LAST_EVENTS = 50;
export const LAST_EVENT_DAYS = 90;

export const OutletEvent = Type.Object({
  id: Type.String(),
  /** The UUID that the outlet sent; absent for events stored before it was kept. */
  sent_id: Type.Optional(Type.String()),
  at: Type.String(),
  kind: Type.Union([Type.Literal('view'), Type.Literal('click'), Type.Literal('burn')]),
  sponsor: Type.String(),
  /** Absent for an owner. */
  flight: Type.Optional(Type.String()),
  /** Why it does not count; null: it counts. */
  reason: Type.Union([Type.Unsafe<InvalidReason>(Type.Enum([...INVALID_REASONS])), Type.Null()]),
  /** What it earned the reader's side, in dollars. */
  earned: Type.Number(),
});
export type OutletEvent = Type.Static<typeof OutletEvent>;

export const listOutletEvents = {
  method: 'GET',
  url: '/outlets/:id/events',
  allowed: 'property',
  summary: 'The last events of an outlet, with what became of each',
  schema: { params: outletParams, response: { 200: Type.Object({ data: Type.Array(OutletEvent) }) } },
} as const satisfies Endpoint;
