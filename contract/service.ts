import * as Type from 'typebox';
import { Cursor, RowId } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { FAULT_KINDS, type FaultKind, INVALID_REASONS, type InvalidReason } from './ingest.ts';
import { DeviceStatus } from './list.ts';

/** Number of days for which a list shows faults, and for which it shows uptime. */
export const FAULT_DAYS = 7;
export const UPTIME_DAYS = 30;

/** Outlet filters. `faulty` outlets have reported a fault in the last `FAULT_DAYS`. */
export const SERVICE_FILTERS = ['online', 'late', 'offline', 'never', 'faulty'] as const;
export type ServiceFilter = (typeof SERVICE_FILTERS)[number];

const Fault = Type.Unsafe<FaultKind>(Type.Enum([...FAULT_KINDS]));
/** Uptime as a fraction, 0 to 1. Null if there is no data for the period. */
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
  /** Over the last `UPTIME_DAYS` days. */
  uptime: Uptime,
  /** Number of faults in the last `FAULT_DAYS` days. "Power is back" is not a fault. */
  faults: Type.Integer(),
  /** The newest fault in these days. */
  last_fault: Type.Union([Type.Object({ fault: Fault, at: Type.String() }), Type.Null()]),
});
export type ServedOutlet = Type.Static<typeof ServedOutlet>;

/** Numbers of outlets in service. Each count is the size of the list with the filter of the same name. */
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
  tokenScope: 'network:read',
  summary: 'List outlets in service with uptime and faults, by EUI',
  schema: {
    querystring: Type.Object(
      {
        /** Matches an EUI, a label, or a venue name. */
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
  /** In the venue's time zone. */
  date: Type.String(),
  uptime: Uptime,
  /** Number of minutes in which the outlet sent any message. */
  contact_minutes: Type.Integer(),
  faults: Type.Integer(),
});
export type ServedDay = Type.Static<typeof ServedDay>;

/** An incident: an offline period or a fault. */
export const ServiceMoment = Type.Object({
  kind: Type.Union([Type.Literal('silent'), Type.Literal('fault')]),
  fault: Type.Union([Fault, Type.Null()]),
  from: Type.String(),
  /** The end of an offline period. Null while it lasts, and for a fault. */
  to: Type.Union([Type.String(), Type.Null()]),
});
export type ServiceMoment = Type.Static<typeof ServiceMoment>;

export const ServedPlace = Type.Object({
  customer: Type.String(),
  venue: Type.String(),
  /** The venue's time zone, in which the installation and removal days are given. */
  time_zone: Type.String(),
  from: Type.String(),
  to: Type.Union([Type.String(), Type.Null()]),
});

/** Maximum number of implausible readings in a response, newest first. */
export const IMPLAUSIBLE_SHOWN = 10;

/** Meter data, limited to the user's scope. */
export const OutletMeter = Type.Object({
  /** The cumulative register and its last reading. Null if the outlet reports none. */
  register: Type.Union([Type.Object({ wh: Type.Number(), at: Type.String() }), Type.Null()]),
  /** Number of readings above the outlet's rated power. All figures exclude them. */
  implausible: Type.Integer(),
  /** The newest implausible readings, with the plausible maximum. */
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
  /** Over all days below. */
  uptime: Uptime,
  /** The first recorded contact. Null before it. */
  known_since: Type.Union([Type.String(), Type.Null()]),
  /** Oldest first. */
  days: Type.Array(ServedDay),
  timeline: Type.Array(ServiceMoment),
  /** Number of older incidents that `timeline` omits. */
  left_out: Type.Integer(),
  /** The outlet's venues within the user's scope, newest first. */
  places: Type.Array(ServedPlace),
});
export type OutletService = Type.Static<typeof OutletService>;

export const getOutletService = {
  method: 'GET',
  url: '/outlets/:id',
  allowed: 'property',
  tokenScope: 'network:read',
  summary: 'Get an outlet in service: uptime by day, offline periods, faults and venues',
  schema: {
    params: Type.Object({ id: RowId }, { additionalProperties: false }),
    querystring: Type.Object(
      {
        /** Number of days up to now, including today. */
        days: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|[1-3][0-9]{2}|400)$' })),
      },
      { additionalProperties: false },
    ),
    response: { 200: OutletService },
  },
} as const satisfies Endpoint;

/**
 * Whether an outlet shows a flight. `runs`: the flight may be served now. The other states say what the flight waits
 * for, or why it cannot run.
 */
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

/** A flight that targets an outlet. An owner sees only the sponsor and whether the flight runs. */
export const RunningFlight = Type.Object({
  sponsor: Type.String(),
  category: Type.String(),
  /** The flight's code. Absent for an owner. */
  flight: Type.Optional(Type.String()),
  state: Type.Unsafe<RunningState>(Type.Enum([...RUNNING_STATES])),
  /** Number of the flight's pictures that this outlet may show. */
  pictures: Type.Integer(),
  all_pictures: Type.Integer(),
});
export type RunningFlight = Type.Static<typeof RunningFlight>;

export const OutletRunning = Type.Object({
  /** The first 100, in serving order. */
  data: Type.Array(RunningFlight),
  left_out: Type.Integer(),
  /** Number of flights that target other places. Absent for an owner. */
  elsewhere: Type.Optional(Type.Integer()),
  /** Whether the owner's own picture is shown when no flight runs. */
  has_house_picture: Type.Boolean(),
});
export type OutletRunning = Type.Static<typeof OutletRunning>;

const outletParams = Type.Object({ id: RowId }, { additionalProperties: false });

export const getOutletRunning = {
  method: 'GET',
  url: '/outlets/:id/flights',
  allowed: 'property',
  tokenScope: 'network:read',
  summary: 'List the flights that run at an outlet now, and why other flights that target it do not',
  schema: { params: outletParams, response: { 200: OutletRunning } },
} as const satisfies Endpoint;

/** Number of events per page, and the number of days that the list covers. */
export const LAST_EVENTS = 50;
export const LAST_EVENT_DAYS = 90;

export const OutletEvent = Type.Object({
  id: Type.String(),
  /** The UUID that the outlet sent. Absent for events stored before the server recorded UUIDs. */
  sent_id: Type.Optional(Type.String()),
  at: Type.String(),
  kind: Type.Union([Type.Literal('view'), Type.Literal('click'), Type.Literal('burn')]),
  sponsor: Type.String(),
  /** Absent for an owner. */
  flight: Type.Optional(Type.String()),
  /** Why the event is invalid. Null if the event is valid. */
  reason: Type.Union([Type.Unsafe<InvalidReason>(Type.Enum([...INVALID_REASONS])), Type.Null()]),
  /** What the user's side earned, in dollars. */
  earned: Type.Number(),
});
export type OutletEvent = Type.Static<typeof OutletEvent>;

export const listOutletEvents = {
  method: 'GET',
  url: '/outlets/:id/events',
  allowed: 'property',
  tokenScope: 'network:read',
  summary: 'List the latest events of an outlet with their results',
  schema: { params: outletParams, response: { 200: Type.Object({ data: Type.Array(OutletEvent) }) } },
} as const satisfies Endpoint;
