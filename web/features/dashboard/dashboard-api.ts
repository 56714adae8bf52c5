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

/** Live figures arrive by the event stream; nothing is fetched again only because time passed or the window got the focus. */
const LIVE = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const;
/** What live changes do not renew, the map's places and the days, and what no change tells of: an outlet that falls silent. */
const REFRESH_MS = MINUTE_MS;
const FIRST_STEPS_MS = 5_000;
/** 'Error' stands where the figures would (docs/specification.md#errors), beside the last good ones. */
const PART = { errors: 'part' } as const;

/** Beside each figure stands what it was on as many days before that began on the same weekday; of all time there is nothing before. */
const COMPARED = { compare: 'same_weekdays' } as const;

/** Keeps what another range of the same subject answered; under another subject's name it would be false. */
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

/** What the overview of an advertiser names, the newest first; all of them stand in their own screen. */
const MOST_NAMED = '5';

export const namedCampaignsQuery = queryOptions({
  // Below the campaigns' own key: what is done in their screens is seen here.
  queryKey: ['campaigns', 'named'] as const,
  queryFn: ({ signal }) => request(listCampaigns, { query: { sort: '-starts_at', limit: MOST_NAMED }, signal }),
  staleTime: MINUTE_MS,
  meta: PART,
});

/** While something is missing and shown it is looked for again: most of it is done in other screens, or by devices. */
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

/** Figures by day, of one customer or of all in scope. */
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

/** Figures of one customer, for a card that moved to another page while it was on screen. */
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

/** A customer's outlets, by EUI. */
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

/** `arrived` counts the rows that live changes added at the top since the table was opened. */
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

/** One outlet's views, newest first. */
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

/** The views a map popup lists; always of all time, as the popup has no range. */
export const popupViewsQuery = (eui: string) =>
  queryOptions({
    queryKey: dashboardKey.popup(eui),
    queryFn: ({ signal }) => request(listViews, { params: { eui }, query: { limit: String(POPUP_VIEWS) }, signal }),
    meta: PART,
    refetchOnWindowFocus: false,
  });

/** The chosen outlet first, then the others at its venue. */
export const outletsNearQuery = (eui: string, range: RangeOfDay) =>
  queryOptions({
    queryKey: dashboardKey.near(eui, range),
    queryFn: ({ signal }) => request(listDevices, { query: { ...range.parameters, eui, limit: '100' }, signal }),
    meta: PART,
    refetchOnWindowFocus: false,
  });

/** More outlets than these come as clusters of what is on the screen; so many are 60 kB on the wire. */
const MOST_WHOLE = 2_000;

export const outletMapQuery = () =>
  queryOptions({
    queryKey: dashboardKey.map(),
    queryFn: ({ signal }) => request<OutletMap>(getOutletMap, { query: { most: String(MOST_WHOLE) }, signal }),
    meta: PART,
    refetchInterval: REFRESH_MS,
    ...LIVE,
  });

/** What the map of a large network shows of a part; the one before stays until it is there. */
export const outletClustersQuery = (part: MapPart, filter: MapFilter) =>
  queryOptions({
    queryKey: dashboardKey.clusters(part, filter),
    queryFn: ({ signal }) => {
      const chosen = {
        ...(filter.statuses.length === 0 ? {} : { status: filter.statuses.join(',') }),
        // What stands nowhere is on no map of places.
        ...(filter.positions.includes('venue') ? { position: 'venue' } : {}),
      };
      return request(getOutletClusters, { query: { ...part, ...chosen }, signal });
    },
    meta: PART,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    ...LIVE,
  });

/** Where one outlet stands, wherever the map is. */
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

/** Of all time without days; never in a zone of the reader's own. */
type StatementRequest = {
  readonly customerId: string;
  readonly role: Role;
  readonly days: { readonly from: string; readonly to: string } | null;
  /** As the list is asked for. */
  readonly knownOn: string | undefined;
};

/** The PDF link's address as docs/specification.md#calls writes it; without a ticket the server refuses it. */
export const statementAddress = ({ customerId, role }: StatementRequest): string =>
  addressOf({ url: '/list/' }, {}, { format: 'print', cid: customerId, op: 'pdf', role });

/** A single-use address of the statement (docs/threat-model.md#e1). */
export async function requestStatement({ customerId, role, days, knownOn }: StatementRequest): Promise<string> {
  const known = knownOn === undefined ? {} : { known_on: knownOn };
  const { url } = await request(issuePrintTicket, { body: { cid: customerId, role, ...days, ...known } });
  return absoluteAddress(url);
}

/** What one's own customer earns or owes; nobody else has such. */
export const ownMoneyQuery = (isOwn: boolean) =>
  queryOptions({
    // Below the documents' own key: what is done in their screens is seen here.
    queryKey: ['documents', 'own'] as const,
    queryFn: ({ signal }) => request(getOwnMoney, { signal }),
    enabled: isOwn,
    staleTime: MINUTE_MS,
    meta: PART,
  });
