import * as Type from 'typebox';
import { Cursor, Eui, KnownRangeQuery, LongCursor, Period, RangeQuery } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { ComparedFigures, FIGURES } from './list-figures.ts';
import { ReportComparison } from './reports.ts';

/** Number of newest views per device in an unpaged list (docs/decisions.md#contract). */
export const VIEWS_PER_DEVICE = 12;

/**
 * A view (docs/specification.md#entities). The fields depend on the role: an owner gets neither `cryptic` nor `flight`,
 * an advertiser neither `fingerprint` nor `ip` (docs/decisions.md#who-sees-what).
 */
export const View = Type.Object({
  fingerprint: Type.Optional(Type.String()),
  ip: Type.Optional(Type.String()),
  sponsor: Type.String(),
  cryptic: Type.Optional(Type.String()),
  flight: Type.Optional(Type.String()),
  /**
   * The UUID that the outlet sent. Absent for events stored before the server recorded UUIDs, and in the views of a
   * device.
   */
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

/** The source of `lat` and `lng`: the outlet, its venue, or neither (a stable pseudo-random position). */
export const KnownPosition = Type.Union([Type.Literal('outlet'), Type.Literal('venue'), Type.Literal('unknown')]);
export type KnownPosition = Type.Static<typeof KnownPosition>;

/** One outlet. `located` is false if `position` is unknown. */
export const Device = Type.Object({
  id: Type.String(),
  eui: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  located: Type.Boolean(),
  position: KnownPosition,
  /** The owner's name for the outlet, such as 'Food court 3'. May be empty. */
  label: Type.String(),
  venue: Type.String(),
  status: DeviceStatus,
  last_seen: Type.Union([Type.String(), Type.Null()]),
  ...FIGURES,
  /** 0 to 100. Null without views in the last 30 days. */
  rating: Type.Union([Type.Integer(), Type.Null()]),
  views_total: Type.Integer(),
  views: Type.Array(View),
});
export type Device = Type.Static<typeof Device>;

/** A customer's card. The figures are sums over the customer's devices in scope. */
export const Customer = Type.Object({
  id: Type.String(),
  /** The name (docs/specification.md#entities). */
  customer: Type.String(),
  kind: Type.Union([Type.Literal('property'), Type.Literal('advertiser')]),
  rating: Type.Union([Type.Integer(), Type.Null()]),
  /**
   * Number of outlets currently in place, as on the map. For an advertiser: the number of outlets that showed its
   * campaigns. `devices` may be longer, because it includes former outlets with events.
   */
  outlets: Type.Integer(),
  /** Number of outlets in place that have been silent for a day. Absent for an advertiser. */
  outlets_offline: Type.Optional(Type.Integer()),
  /** All-time views, including today's, regardless of the range. */
  all_views: Type.Integer(),
  ...FIGURES,
  /** Only with `compare`, for a range of days. */
  compared: Type.Optional(ComparedFigures),
  devices: Type.Array(Device),
});
export type Customer = Type.Static<typeof Customer>;

/** A minus sorts in descending order. */
export const CustomerSort = Type.Union([
  Type.Literal('name'),
  Type.Literal('-name'),
  Type.Literal('-total_views'),
  Type.Literal('total_views'),
  Type.Literal('-today_views'),
  Type.Literal('today_views'),
  Type.Literal('-total_revenue'),
  Type.Literal('total_revenue'),
  // By the increase over the comparison period.
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
  /** Only in a paged response. Null on the last page. */
  next_cursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Only in a paged response: the number of matching customers across all pages. */
  total: Type.Optional(Type.Integer()),
  /** Only in a paged response. */
  period: Type.Optional(Period),
});
export type CustomerList = Type.Static<typeof CustomerList>;

const Limit = (most: string) => Type.String({ pattern: most, maxLength: 4 });
/** 1 to 100, as text. */
const PageLimit = Limit('^([1-9][0-9]?|100)$');

/**
 * Without paging parameters: streams every customer in scope, and each device with its newest views. With `limit`:
 * returns a page. `embed=none` leaves `devices` empty (a card's own figures are always present). `format=print` is the
 * PDF link from the specification (docs/specification.md#calls), which needs a print ticket in `t`, with `op` and
 * `role`.
 */
export const listCustomers = {
  method: 'GET',
  url: '/list',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'List customers with their devices and figures',
  schema: {
    querystring: Type.Object(
      {
        ...KnownRangeQuery,
        limit: Type.Optional(PageLimit),
        cursor: Type.Optional(LongCursor),
        /** Part of the customer's name, ignoring case. */
        q: Type.Optional(Type.String({ maxLength: 200 })),
        sort: Type.Optional(CustomerSort),
        /**
         * Adds the comparison figures to each card in a paged response, and enables sorting by change. Not available
         * with `known_on`.
         */
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

/** The summary card. An advertiser's card has campaigns and their status; other cards have outlets by status. */
export const Summary = Type.Object({
  ...FIGURES,
  /** Only with `compare`, for a range of days. */
  compared: Type.Optional(ComparedFigures),
  period: Period,
  customers: Type.Integer(),
  outlets: Type.Integer(),
  outlets_by_status: Type.Optional(
    Type.Object({ online: Type.Integer(), late: Type.Integer(), offline: Type.Integer(), never: Type.Integer() }),
  ),
  campaigns: Type.Optional(Type.Integer()),
  active_campaigns: Type.Optional(Type.Integer()),
  /**
   * Only for an advertiser: 'Live' while a flight runs, otherwise 'Paused', 'Scheduled' or 'Ended'. 'No campaigns yet'
   * or 'No flights yet' if there are none.
   */
  campaign_status: Type.Optional(Type.String()),
  rating: Type.Union([Type.Integer(), Type.Null()]),
  /** Time of the oldest event in scope, ISO 8601. Null without events. */
  first_event_at: Type.Union([Type.String(), Type.Null()]),
});
export type Summary = Type.Static<typeof Summary>;

export const getSummary = {
  method: 'GET',
  url: '/list/summary',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'Get total figures in scope',
  schema: {
    querystring: Type.Object(
      {
        ...KnownRangeQuery,
        /** Not available with `known_on`. */
        compare: Type.Optional(ReportComparison),
      },
      { additionalProperties: false },
    ),
    response: { 200: Summary },
  },
} as const satisfies Endpoint;

/** Outlets in columns, so that 10,000 outlets need few bytes: position i in each array is outlet i. */
export const OutletMap = Type.Object({
  eui: Type.Array(Type.String()),
  lat: Type.Array(Type.Number()),
  lng: Type.Array(Type.Number()),
  located: Type.Array(Type.Boolean()),
  position: Type.Array(KnownPosition),
  label: Type.Array(Type.String()),
  status: Type.Array(DeviceStatus),
  /** Epoch seconds. Null before the first contact. */
  last_seen: Type.Array(Type.Union([Type.Integer(), Type.Null()])),
  /** Index into `venues`. */
  venue: Type.Array(Type.Integer()),
  venues: Type.Array(Type.String()),
  /** Index into `customers`. */
  customer: Type.Array(Type.Integer()),
  customers: Type.Array(Type.Object({ id: Type.String(), customer: Type.String() })),
  /**
   * Number of outlets in scope; only with `most`. If there are more than `most`, the columns are empty, and the client
   * should request clusters.
   */
  total: Type.Optional(Type.Integer()),
});
export type OutletMap = Type.Static<typeof OutletMap>;

export const getOutletMap = {
  method: 'GET',
  url: '/list/map',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'Get the positions and status of all outlets in scope, up to 200,000',
  schema: {
    querystring: Type.Object(
      { cid: RangeQuery.cid, most: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,5}$' })) },
      { additionalProperties: false },
    ),
  },
  documented: { response: { 200: OutletMap } },
} as const satisfies Endpoint;

/** A page of devices, each with its customer, because the list can span customers. */
export const DevicePage = Type.Object({
  data: Type.Array(Type.Intersect([Device, Type.Object({ customer: Type.String(), customer_id: Type.String() })])),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
  total: Type.Integer(),
});
export type DevicePage = Type.Static<typeof DevicePage>;

/**
 * Lists devices in scope, ordered by EUI, without views (`views` is empty). `cid` restricts the list to one customer.
 * `q` matches the EUI, label, venue or customer. `eui` returns that outlet first and then the other outlets at its
 * venue, for the dashboard's modal. Without a cursor, the page begins after `offset` devices.
 */
export const listDevices = {
  method: 'GET',
  url: '/list/devices',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'List devices in scope, by page',
  schema: {
    querystring: Type.Object(
      {
        ...KnownRangeQuery,
        eui: Type.Optional(Eui),
        q: Type.Optional(Type.String({ maxLength: 200 })),
        /**
         * `now`: each outlet once, at its current venue. By default, former assignments with figures are also listed.
         */
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
  /**
   * The first UTC day whose single views are stored. Older views are counted but not listed. Null if the range begins
   * later.
   */
  kept_since: Type.Union([Type.String(), Type.Null()]),
});
export type ViewPage = Type.Static<typeof ViewPage>;

export const listViews = {
  method: 'GET',
  url: '/list/devices/:eui/views',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: "List an outlet's views, newest first",
  schema: {
    params: Type.Object({ eui: Eui }),
    querystring: Type.Object(
      { ...KnownRangeQuery, limit: Type.Optional(PageLimit), cursor: Type.Optional(Cursor) },
      { additionalProperties: false },
    ),
    response: { 200: ViewPage },
  },
} as const satisfies Endpoint;
