import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listCampaigns } from '#contract/campaigns.ts';
import type { Role } from '#contract/common.ts';
import { getDailyFigures } from '#contract/daily.ts';
import {
  type CustomerList,
  getOutletMap,
  getSummary,
  listCustomers,
  listDevices,
  listViews,
  type OutletMap,
  type ViewPage,
} from '#contract/list.ts';
import { getOnboardingSteps } from '#contract/onboarding.ts';
import { getOutletClusters } from '#contract/outlet-clusters.ts';
import { getOwnMoney } from '#contract/own-balance.ts';
import { issuePrintTicket } from '#contract/print-ticket.ts';
import { POPUP_VIEWS } from '#domain/constants.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { absoluteAddress, addressOf, request } from '../../lib/api-client.ts';
import type { MapPart } from '../../map/given-clusters.ts';
import type { MapFilter } from '../../map/map-filter.ts';
import { type CustomerFilter, dashboardKey, type RangeOfDay } from './dashboard-keys.ts';
import { isMapEmpty } from './is-map-empty.ts';

/** Live figures arrive through the event stream, so neither age nor window focus triggers a fetch. */
const LIVE = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const;
/**
 * Refresh interval for data that live changes do not refetch: the outlet positions on the map and the daily figures.
 * The refresh also detects outlets that fall silent, for which no change is published.
 */
const REFRESH_MS = MINUTE_MS;
const FIRST_STEPS_MS = 5_000;
/** A part that fails shows 'Error' in its place (docs/specification.md#errors), beside the last good figures. */
const PART = { errors: 'part' } as const;

/**
 * Requests, for each figure, the figure for an equally long earlier period that starts on the same weekday. There is no
 * such period for all time.
 */
const COMPARED = { compare: 'same_weekdays' } as const;

/**
 * Keeps the previous response as a placeholder only if it is about the same subject. Shown under another subject's
 * name, the response would be wrong.
 */
const keepOf =
  (subject: string) =>
  <Answer>(previous: Answer | undefined, query: { readonly queryKey: readonly unknown[] } | undefined) =>
    query?.queryKey[2] === subject ? previous : undefined;

export const summaryQuery = (range: RangeOfDay) =>
  queryOptions({
    queryKey: dashboardKey.summary(range),
    queryFn: ({ signal }) => request(getSummary, { query: { ...range.parameters, ...COMPARED }, signal }),
    refetchInterval: REFRESH_MS,
    meta: PART,
    placeholderData: keepPreviousData,
    ...LIVE,
  });

/**
 * Maximum number of campaigns that the advertiser's overview names, newest first. The campaigns screen lists all of
 * them.
 */
const MOST_NAMED = '5';

export const namedCampaignsQuery = queryOptions({
  // Below the campaigns' query key, so that changes on the campaign screens refetch this query.
  queryKey: ['campaigns', 'named'] as const,
  queryFn: ({ signal }) => request(listCampaigns, { query: { sort: '-starts_at', limit: MOST_NAMED }, signal }),
  staleTime: MINUTE_MS,
  meta: PART,
});

/**
 * Polls while the checklist is visible and incomplete, because users complete most steps on other screens, and devices
 * complete some.
 */
export const firstStepsQuery = (isHidden: boolean) =>
  queryOptions({
    queryKey: ['first-steps'] as const,
    queryFn: ({ signal }) => request(getOnboardingSteps, { signal }),
    refetchInterval: ({ state: { data } }) => {
      const steps = data?.data ?? [];
      const isWanted = !isHidden || isMapEmpty(steps, 'admin');
      return isWanted && steps.some(({ done }) => !done) ? FIRST_STEPS_MS : false;
    },
    staleTime: 0,
    meta: { errors: 'own' } as const,
  });

/** Queries daily figures, for one customer or for all customers in scope. */
export const dailyQuery = (range: RangeOfDay, customerId: string | null) =>
  queryOptions({
    queryKey: dashboardKey.daily(range, customerId),
    queryFn: ({ signal }) =>
      request(getDailyFigures, { query: { ...range.parameters, ...(customerId ? { cid: customerId } : {}) }, signal }),
    refetchInterval: REFRESH_MS,
    meta: PART,
    ...LIVE,
  });

export const fetchCustomers = (filter: CustomerFilter, cursor: string | null, signal?: AbortSignal) =>
  request<CustomerList>(listCustomers, {
    query: {
      ...filter.range.parameters,
      ...COMPARED,
      limit: '20',
      embed: 'none',
      sort: filter.sort,
      ...(filter.q ? { q: filter.q } : {}),
      ...(cursor ? { cursor } : {}),
    },
    ...(signal ? { signal } : {}),
  });

/** Fetches one customer's figures, for a visible card that moved to another page. */
export const fetchCustomer = (id: string, range: RangeOfDay) =>
  request<CustomerList>(listCustomers, {
    query: { ...range.parameters, ...COMPARED, cid: id, limit: '1', embed: 'none' },
  });

export const customersQuery = (filter: CustomerFilter) =>
  infiniteQueryOptions({
    queryKey: dashboardKey.customers(filter),
    queryFn: ({ pageParam, signal }) => fetchCustomers(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
    placeholderData: keepPreviousData,
    meta: PART,
    ...LIVE,
  });

export const fetchDevices = (customerId: string, range: RangeOfDay, cursor: string | null, signal?: AbortSignal) =>
  request(listDevices, {
    query: { ...range.parameters, cid: customerId, limit: '50', ...(cursor ? { cursor } : {}) },
    ...(signal ? { signal } : {}),
  });

/** Queries a customer's outlets, ordered by EUI. */
export const devicesQuery = (customerId: string, range: RangeOfDay) =>
  infiniteQueryOptions({
    queryKey: dashboardKey.devices(customerId, range),
    queryFn: ({ pageParam, signal }) => fetchDevices(customerId, range, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepOf(customerId),
    meta: PART,
    ...LIVE,
  });

/** `arrived` counts the rows that live changes have added at the top since the table was opened. */
export type LiveViewPage = ViewPage & { readonly arrived: number };

export async function fetchViews(
  eui: string,
  range: RangeOfDay,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<LiveViewPage> {
  const page: ViewPage = await request(listViews, {
    params: { eui },
    query: { ...range.parameters, limit: '50', ...(cursor ? { cursor } : {}) },
    ...(signal ? { signal } : {}),
  });
  return { ...page, arrived: 0 };
}

/** Queries an outlet's views, newest first. */
export const viewsQuery = (eui: string, range: RangeOfDay) =>
  infiniteQueryOptions({
    queryKey: dashboardKey.views(eui, range),
    queryFn: ({ pageParam, signal }) => fetchViews(eui, range, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepOf(eui),
    meta: PART,
    ...LIVE,
  });

/** Queries the views listed in a map popup. These views cover all time, because the popup has no range. */
export const popupViewsQuery = (eui: string) =>
  queryOptions({
    queryKey: dashboardKey.popup(eui),
    queryFn: ({ signal }) => request(listViews, { params: { eui }, query: { limit: String(POPUP_VIEWS) }, signal }),
    meta: PART,
    refetchOnWindowFocus: false,
  });

/** Queries the chosen outlet, followed by the others at its venue. */
export const outletsNearQuery = (eui: string, range: RangeOfDay) =>
  queryOptions({
    queryKey: dashboardKey.near(eui, range),
    queryFn: ({ signal }) => request(listDevices, { query: { ...range.parameters, eui, limit: '100' }, signal }),
    meta: PART,
    refetchOnWindowFocus: false,
  });

/**
 * Maximum number of outlets that the map loads individually; this number takes 60 kB on the wire. The map of a larger
 * network loads clusters in the visible area.
 */
const MOST_WHOLE = 2_000;

export const outletMapQuery = () =>
  queryOptions({
    queryKey: dashboardKey.map(),
    queryFn: ({ signal }) => request<OutletMap>(getOutletMap, { query: { most: String(MOST_WHOLE) }, signal }),
    meta: PART,
    refetchInterval: REFRESH_MS,
    ...LIVE,
  });

/**
 * Queries the clusters in the visible area of a large network's map. The previous clusters stay until the new clusters
 * arrive.
 */
export const outletClustersQuery = (part: MapPart, filter: MapFilter) =>
  queryOptions({
    queryKey: dashboardKey.clusters(part, filter),
    queryFn: ({ signal }) => {
      const chosen = {
        ...(filter.statuses.length === 0 ? {} : { status: filter.statuses.join(',') }),
        // Outlets without a position are on no map.
        ...(filter.positions.includes('venue') ? { position: 'venue' } : {}),
      };
      return request(getOutletClusters, { query: { ...part, ...chosen }, signal });
    },
    meta: PART,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    ...LIVE,
  });

/** Queries one outlet's position, regardless of the map's visible area. */
export const outletPlaceQuery = (eui: string) =>
  queryOptions({
    queryKey: dashboardKey.place(eui),
    queryFn: async ({ signal }) => {
      const { data } = await request(listDevices, { query: { eui, limit: '1' }, signal });
      return data.find((device) => device.eui === eui) ?? null;
    },
    meta: PART,
    refetchOnWindowFocus: false,
  });

/**
 * A statement to print. If `days` is null, the statement covers all time. The days are never in the user's own time
 * zone.
 */
type StatementRequest = {
  readonly customerId: string;
  readonly role: Role;
  readonly days: { readonly from: string; readonly to: string } | null;
  /** The same value as in the list query. */
  readonly knownOn: string | undefined;
};

/**
 * Returns the address of the PDF link, as docs/specification.md#calls defines it. The server rejects this address
 * without a ticket.
 */
export const statementAddress = ({ customerId, role }: StatementRequest): string =>
  addressOf({ url: '/list/' }, {}, { format: 'print', cid: customerId, op: 'pdf', role });

/** Requests a single-use URL for the statement (docs/threat-model.md#e1). */
export async function requestStatement({ customerId, role, days, knownOn }: StatementRequest): Promise<string> {
  const known = knownOn === undefined ? {} : { known_on: knownOn };
  const { url } = await request(issuePrintTicket, { body: { cid: customerId, role, ...days, ...known } });
  return absoluteAddress(url);
}

/** Queries what the user's own customer earns or owes. Disabled for other users, who have no such data. */
export const ownMoneyQuery = (isOwn: boolean) =>
  queryOptions({
    // Below the documents' query key, so that changes on the document screens refetch this query.
    queryKey: ['documents', 'own'] as const,
    queryFn: ({ signal }) => request(getOwnMoney, { signal }),
    enabled: isOwn,
    staleTime: MINUTE_MS,
    meta: PART,
  });
