import * as Type from 'typebox';
import { Cursor, Eui, KnownRangeQuery, LongCursor, Period, RangeQuery } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { ComparedFigures, FIGURES } from './list-figures.ts';
import { ReportComparison } from './reports.ts';

/** Newest views that come with each device of an unpaged list (docs/decisions.md#contract). */
export const VIEWS_PER_DEVICE = 12;

/**
 * One view (docs/specification.md#entities). Which fields are present depends on the role: an owner gets no `cryptic` and
 * `flight`, an advertiser neither `fingerprint` nor `ip` (docs/decisions.md#who-sees-what).
 */
export const View = Type.Object({
  fingerprint: Type.Optional(Type.String()),
  ip: Type.Optional(Type.String()),
  sponsor: Type.String(),
  cryptic: Type.Optional(Type.String()),
  flight: Type.Optional(Type.String()),
  /** The UUID that the outlet sent. Absent for events stored before it was kept, and in the views that come with a device. */
  sent_id: Type.Optional(Type.String()),
  timestamp: Type.String(),
});
export type View = Type.Static<typeof View>;

export const DeviceStatus = Type.Union([
  Type.Literal('online'),
  Type.Literal('late'),
  Type.Literal('offline'),
  Type.Literal('never'),
]);
export type DeviceStatus = Type.Static<typeof DeviceStatus>;

/** Whose position `lat`/`lng` are: the outlet's own, that of its venue, or nobody's (a stable pseudo-random place). */
export const KnownPosition = Type.Union([Type.Literal('outlet'), Type.Literal('venue'), Type.Literal('unknown')]);
export type KnownPosition = Type.Static<typeof KnownPosition>;

/** One outlet. `located` is false where `position` is unknown. */
export const Device = Type.Object({
  id: Type.String(),
  eui: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  located: Type.Boolean(),
  position: KnownPosition,
  /** What its owner calls it, such as 'Food court 3'; may be empty. */
  label: Type.String(),
  venue: Type.String(),
  status: DeviceStatus,
  last_seen: Type.Union([Type.String(), Type.Null()]),
  ...FIGURES,
  /** 0 to 100; null without views in the last 30 days. */
  rating: Type.Union([Type.Integer(), Type.Null()]),
  views_total: Type.Integer(),
  views: Type.Array(View),
});
export type Device = Type.Static<typeof Device>;

/** One card. The figures are the sums over the customer's devices in scope. */
export const Customer = Type.Object({
  id: Type.String(),
  /** The name (docs/specification.md#entities). */
  customer: Type.String(),
  kind: Type.Union([Type.Literal('property'), Type.Literal('advertiser')]),
  rating: Type.Union([Type.Integer(), Type.Null()]),
  /** Outlets that stand there now, as on the map; to an advertiser those where its campaigns ran. Devices may be more: former ones with events. */
  outlets: Type.Integer(),
  /** Outlets that stand there now and have been silent for a day; absent for an advertiser. */
  outlets_offline: Type.Optional(Type.Integer()),
  /** Views of all time, whatever the range: what today's are a part of. */
  all_views: Type.Integer(),
  ...FIGURES,
  /** Only with `compare`, of a range of days. */
  compared: Type.Optional(ComparedFigures),
  devices: Type.Array(Device),
});
export type Customer = Type.Static<typeof Customer>;

/** A minus puts the highest first, or the last of the alphabet. */
export const CustomerSort = Type.Union([
  Type.Literal('name'),
  Type.Literal('-name'),
  Type.Literal('-total_views'),
  Type.Literal('total_views'),
  Type.Literal('-today_views'),
  Type.Literal('today_views'),
  Type.Literal('-total_revenue'),
  Type.Literal('total_revenue'),
  // By how much more it is than in the days that are compared with.
  Type.Literal('-change_views'),
  Type.Literal('change_views'),
  Type.Literal('-change_revenue'),
  Type.Literal('change_revenue'),
  Type.Literal('-outlets'),
  Type.Literal('outlets'),
]);
export type CustomerSort = Type.Static<typeof CustomerSort>;

export const CustomerList = Type.Object({
  data: Type.Array(Customer),
  /** Only in a paged answer: null on the last page. */
  next_cursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Only in a paged answer: customers that match, on all pages. */
  total: Type.Optional(Type.Integer()),
  /** Only in a paged answer. */
  period: Type.Optional(Period),
});
export type CustomerList = Type.Static<typeof CustomerList>;

const Limit = (most: string) => Type.String({ pattern: most, maxLength: 4 });
/** 1 to 100, as text. */
const PageLimit = Limit('^([1-9][0-9]?|100)$');

/**
 * Without paging parameters: every customer in scope, streamed, each device with its newest views. With `limit`: a
 * page. `embed=none` leaves `devices` empty (a card's own figures are always there). `format=print` is the PDF link of
 * the specification (docs/specification.md#calls) and needs a print ticket in `t`; `op` and `role` belong to it.
 */
export const listCustomers = {
  method: 'GET',
  url: '/list',
  allowed: 'data',
  summary: 'Customers with their devices and figures',
  schema: {
    querystring: Type.Object(
      {
        ...KnownRangeQuery,
        limit: Type.Optional(PageLimit),
        cursor: Type.Optional(LongCursor),
        /** Case-insensitive part of the customer's name. */
        q: Type.Optional(Type.String({ maxLength: 200 })),
        sort: Type.Optional(CustomerSort),
        /** A paged answer tells beside each card what it was then, and orders by change look there; not of what was known then. */
        compare: Type.Optional(ReportComparison),
        embed: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('devices')])),
        format: Type.Optional(Type.Literal('print')),
        op: Type.Optional(Type.Literal('pdf')),
        role: Type.Optional(Type.String({ maxLength: 20 })),
        t: Type.Optional(Type.String({ maxLength: 128 })),
      },
      { additionalProperties: false },
    ),
  },
  documented: { response: { 200: CustomerList } },
} as const satisfies Endpoint;

/** The summary card. An advertiser's has campaigns and status, the others outlets by status. */
export const Summary = Type.Object({
  ...FIGURES,
  /** Only with `compare`, of a range of days. */
  compared: Type.Optional(ComparedFigures),
  period: Period,
  customers: Type.Integer(),
  outlets: Type.Integer(),
  outlets_by_status: Type.Optional(
    Type.Object({ online: Type.Integer(), late: Type.Integer(), offline: Type.Integer(), never: Type.Integer() }),
  ),
  campaigns: Type.Optional(Type.Integer()),
  active_campaigns: Type.Optional(Type.Integer()),
  /** Advertiser only: 'Live' while a flight runs, else 'Paused', 'Scheduled' or 'Ended'; without any 'No campaigns yet' or 'No flights yet'. */
  campaign_status: Type.Optional(Type.String()),
  rating: Type.Union([Type.Integer(), Type.Null()]),
  /** Start of the oldest event in scope, ISO 8601; null without events. */
  first_event_at: Type.Union([Type.String(), Type.Null()]),
});
export type Summary = Type.Static<typeof Summary>;

export const getSummary = {
  method: 'GET',
  url: '/list/summary',
  allowed: 'data',
  summary: 'Figures of everything in scope',
  schema: {
    querystring: Type.Object(
      {
        ...KnownRangeQuery,
        /** Not of what was known then. */
        compare: Type.Optional(ReportComparison),
      },
      { additionalProperties: false },
    ),
    response: { 200: Summary },
  },
} as const satisfies Endpoint;

/** Column by column, so that 10,000 outlets stay small: position i of each array is outlet i. */
export const OutletMap = Type.Object({
  eui: Type.Array(Type.String()),
  lat: Type.Array(Type.Number()),
  lng: Type.Array(Type.Number()),
  located: Type.Array(Type.Boolean()),
  position: Type.Array(KnownPosition),
  label: Type.Array(Type.String()),
  status: Type.Array(DeviceStatus),
  /** Epoch seconds; null before the first contact. */
  last_seen: Type.Array(Type.Union([Type.Integer(), Type.Null()])),
  /** Index into `venues`. */
  venue: Type.Array(Type.Integer()),
  venues: Type.Array(Type.String()),
  /** Index into `customers`. */
  customer: Type.Array(Type.Integer()),
  customers: Type.Array(Type.Object({ id: Type.String(), customer: Type.String() })),
  /** Outlets in scope; only with `most`. Where they are more than that, the columns are empty: ask for clusters. */
  total: Type.Optional(Type.Integer()),
});
export type OutletMap = Type.Static<typeof OutletMap>;

export const getOutletMap = {
  method: 'GET',
  url: '/list/map',
  allowed: 'data',
  summary: 'Positions and status of all outlets in scope, up to 200,000',
  schema: {
    querystring: Type.Object(
      { cid: RangeQuery.cid, most: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,5}$' })) },
      { additionalProperties: false },
    ),
  },
  documented: { response: { 200: OutletMap } },
} as const satisfies Endpoint;

/** A device with the customer it belongs to: the list can span customers. */
export const DevicePage = Type.Object({
  data: Type.Array(Type.Intersect([Device, Type.Object({ customer: Type.String(), customer_id: Type.String() })])),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
  total: Type.Integer(),
});
export type DevicePage = Type.Static<typeof DevicePage>;

/**
 * Devices in scope, ordered by EUI, without views (`views` is empty). `cid` narrows to one customer, `q` to those whose
 * EUI, label, venue or customer contains the text, `eui` answers the chosen outlet first and then the others at its venue (the
 * dashboard's modal). Without a cursor the page begins after `offset` devices.
 */
export const listDevices = {
  method: 'GET',
  url: '/list/devices',
  allowed: 'data',
  summary: 'Devices in scope, paged',
  schema: {
    querystring: Type.Object(
      {
        ...KnownRangeQuery,
        eui: Type.Optional(Eui),
        q: Type.Optional(Type.String({ maxLength: 200 })),
        /** `now`: each outlet once, where it stands now; without it those that moved away and have figures, too. */
        held: Type.Optional(Type.Literal('now')),
        limit: Type.Optional(PageLimit),
        cursor: Type.Optional(Cursor),
        offset: Type.Optional(Type.String({ pattern: '^[0-9]{1,7}$' })),
      },
      { additionalProperties: false },
    ),
    response: { 200: DevicePage },
  },
} as const satisfies Endpoint;

export const ViewPage = Type.Object({
  data: Type.Array(View),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
  views_total: Type.Integer(),
  /** The UTC day from which on single views are kept; older ones are counted, not listed. Null where the range begins later. */
  kept_since: Type.Union([Type.String(), Type.Null()]),
});
export type ViewPage = Type.Static<typeof ViewPage>;

export const listViews = {
  method: 'GET',
  url: '/list/devices/:eui/views',
  allowed: 'data',
  summary: "One outlet's views, newest first",
  schema: {
    params: Type.Object({ eui: Eui }),
    querystring: Type.Object(
      { ...KnownRangeQuery, limit: Type.Optional(PageLimit), cursor: Type.Optional(Cursor) },
      { additionalProperties: false },
    ),
    response: { 200: ViewPage },
  },
} as const satisfies Endpoint;
