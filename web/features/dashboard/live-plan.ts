import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { Customer, CustomerList, Device, DevicePage, OutletMap, Summary, View } from '#contract/list.ts';
import { STATUSES } from '../../map/map-filter.ts';
import { fetchCustomer, fetchCustomers, fetchDevices, fetchViews, type LiveViewPage } from './dashboard-api.ts';
import { DASHBOARD, type DashboardKey } from './dashboard-keys.ts';
import type { Affected, Put, RefreshTask } from './live-rounds.ts';

type DevicePages = InfiniteData<DevicePage, string | null>;
type CustomerPages = InfiniteData<CustomerList, string | null>;
type ViewPages = InfiniteData<LiveViewPage, string | null>;

/** Maximum number of cards that are fetched individually because they moved to a page that is not loaded. */
const MOST_SINGLE_CARDS = 4;
/**
 * Minimum time between two refetches of the map, which is the largest response. A status change may appear this much
 * later.
 */
const MAP_GAP_MS = 10_000;
const NOTHING: Put = () => undefined;
const idOf = ({ id }: { id: string }): string => id;

type KeyOf<Kind extends DashboardKey[1]> = Extract<DashboardKey, readonly [unknown, Kind, ...unknown[]]>;

/**
 * Refetches the loaded pages that contain affected cards on screen. Returns a function that updates the figures in
 * place.
 */
async function askCustomers(client: QueryClient, key: KeyOf<'customers'>, wanted: ReadonlySet<string>): Promise<Put> {
  const [, , filter] = key;
  const before = client.getQueryData<CustomerPages>(key);
  if (!before) return NOTHING;
  const isWanted = ({ id }: Customer) => wanted.has(id);
  const numbers = pagesWith(before, isWanted);
  const answers = await Promise.all(numbers.map((number) => fetchCustomers(filter, before.pageParams[number] ?? null)));
  const fresh = answers.flatMap(({ data }) => data);
  const found = new Set(fresh.map(idOf));
  const moved = numbers
    .flatMap((number) => before.pages[number]?.data ?? [])
    .filter((customer) => isWanted(customer) && !found.has(customer.id))
    .slice(0, MOST_SINGLE_CARDS);
  const singles = await Promise.all(moved.map(({ id }) => fetchCustomer(id, filter.range)));
  const all = [...fresh, ...singles.flatMap(({ data }) => data)];
  return () => client.setQueryData<CustomerPages>(key, (now) => now && withFreshItems(now, all, idOf));
}

async function askDevices(
  client: QueryClient,
  key: KeyOf<'devices'>,
  isWanted: (eui: string) => boolean,
): Promise<Put> {
  const [, , customerId, range] = key;
  const before = client.getQueryData<DevicePages>(key);
  if (!before) return NOTHING;
  const numbers = pagesWith(before, ({ eui }: Device) => isWanted(eui));
  const answers = await Promise.all(
    numbers.map((number) => fetchDevices(customerId, range, before.pageParams[number] ?? null)),
  );
  const fresh = answers.flatMap(({ data }) => data);
  return () => client.setQueryData<DevicePages>(key, (now) => now && withFreshItems(now, fresh, idOf));
}

async function askViews(client: QueryClient, key: KeyOf<'views'>): Promise<Put> {
  const [, , eui, range] = key;
  const newest = await fetchViews(eui, range, null);
  return () => client.setQueryData<ViewPages>(key, (now) => now && withNewestViews(now, newest));
}

/**
 * Refetches a whole query without notifying its observers of the request, because the notification would render the
 * observers twice. For a failed or concurrent request, uses the cache's own refetch, which reports errors and keeps the
 * latest response.
 */
async function refetch(client: QueryClient, query: Query): Promise<Put> {
  const { options, queryKey, state } = query;
  const { queryFn } = options;
  const again = async (): Promise<Put> => {
    await client.refetchQueries({ queryKey, exact: true });
    return NOTHING;
  };
  if (typeof queryFn !== 'function' || state.fetchStatus !== 'idle') return again();
  const { dataUpdateCount } = state;
  try {
    const { signal } = new AbortController();
    const answer: unknown = await queryFn({ client, queryKey, signal, meta: query.meta });
    const isLast = () => query.state.fetchStatus === 'idle' && query.state.dataUpdateCount === dataUpdateCount;
    return () => client.setQueryData(queryKey, (now: unknown) => (now !== undefined && isLast() ? answer : now));
  } catch {
    return again();
  }
}

/**
 * Whether the map is outdated: it shows an outlet that has just reported as not online, or its status counts differ
 * from the summary's.
 */
function isMapBehind(map: OutletMap | undefined, summary: Summary | undefined, euis: ReadonlySet<string>): boolean {
  if (map?.eui.some((eui, index) => euis.has(eui) && map.status[index] !== 'online')) return true;
  const counts = summary?.outlets_by_status;
  if (map === undefined || counts === undefined || summary?.outlets !== map.eui.length) return false;
  return STATUSES.some((status) => map.status.filter((each) => each === status).length !== counts[status]);
}

/** Returns the newest summary on screen. */
const newestSummary = (client: QueryClient): Summary | undefined =>
  client
    .getQueryCache()
    .findAll({ queryKey: [...DASHBOARD, 'summary'], type: 'active' })
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ state }) => state.data as Summary | undefined)[0];

/** The order in which queries are refetched. Null if live changes do not refetch the query. */
const RANK = {
  views: 0,
  popup: 1,
  customers: 2,
  summary: 3,
  near: 4,
  devices: 5,
  map: 6,
  daily: null,
  clusters: null,
  place: null,
} as const;

/** Returns the request that refetches an affected query on screen; null if the query needs no refetch. */
function callOf(
  client: QueryClient,
  query: Query,
  key: DashboardKey,
  { all, customers, euis }: Affected,
  drawnCards: ReadonlySet<string>,
): (() => Promise<Put>) | null {
  const isTouched = (eui: string) => all || euis.has(eui);
  const again = () => refetch(client, query);
  switch (key[1]) {
    case 'summary':
      return again;
    // Clusters, which replace the outlets of a network too large for the browser, are refetched at intervals.
    case 'clusters':
    case 'place':
    case 'daily':
      return null;
    case 'customers': {
      const wanted = new Set([...drawnCards].filter((id) => all || customers.has(id)));
      return wanted.size > 0 ? () => askCustomers(client, key, wanted) : null;
    }
    case 'devices':
      return all || customers.has(key[2]) ? () => askDevices(client, key, isTouched) : null;
    case 'views':
      return isTouched(key[2]) ? () => askViews(client, key) : null;
    case 'popup':
      return isTouched(key[2]) ? again : null;
    case 'near': {
      const shown = client.getQueryData<DevicePage>(key);
      return shown?.data.some(({ eui }) => isTouched(eui)) ? again : null;
    }
    case 'map': {
      // Check the age first, because the comparison visits every outlet on the map.
      if (Date.now() - query.state.dataUpdatedAt < MAP_GAP_MS) return null;
      const isBehind = all || isMapBehind(client.getQueryData<OutletMap>(key), newestSummary(client), euis);
      return isBehind ? again : null;
    }
  }
}

/**
 * Plans the requests that refetch the affected queries on screen. A query is on screen while a component observes it.
 * In the list, only the rendered cards count.
 */
export function planRefresh(client: QueryClient, affected: Affected, drawnCards: ReadonlySet<string>): RefreshTask[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: DASHBOARD, type: 'active' })
    .flatMap((query) => {
      // `dashboardKey` creates every key with `DASHBOARD` as its first element.
      const key = query.queryKey as DashboardKey;
      const rank = RANK[key[1]];
      if (rank === null || query.state.data === undefined) return [];
      const ask = callOf(client, query, key, affected, drawnCards);
      return ask ? [{ key: query.queryHash, rank, ask }] : [];
    });
}

type Page<Item> = { readonly data: readonly Item[] };
type Pages<Item, P extends Page<Item>> = InfiniteData<P, string | null>;

/** Returns the indexes of the loaded pages that contain one of the wanted items. */
export function pagesWith<Item, P extends Page<Item>>(
  { pages }: Pages<Item, P>,
  isWanted: (item: Item) => boolean,
): number[] {
  return pages.flatMap((page, index) => (page.data.some(isWanted) ? [index] : []));
}

/**
 * Updates items in the loaded pages without moving, adding or removing any, so that the list does not jump. An
 * unchanged item keeps its identity.
 */
export function withFreshItems<Item, P extends Page<Item>>(
  before: Pages<Item, P>,
  fresh: readonly Item[],
  identityOf: (item: Item) => string,
): Pages<Item, P> {
  const freshById = new Map(fresh.map((item) => [identityOf(item), item]));
  const renewed = (item: Item): Item => {
    const candidate = freshById.get(identityOf(item));
    return candidate === undefined || JSON.stringify(candidate) === JSON.stringify(item) ? item : candidate;
  };
  const pages = before.pages.map((page) => {
    const data = page.data.map(renewed);
    return data.some((item, index) => item !== page.data[index]) ? { ...page, data } : page;
  });
  return { ...before, pages };
}

const viewText = (view: View): string => JSON.stringify(view);

/**
 * Counts the rows in a new first page that were not shown before, and returns the shown rows that the new page lacks.
 * Equal rows count separately.
 */
function countArrivals(shown: readonly View[], fresh: readonly View[]): { arrivals: number; leftOver: View[] } {
  const counts = new Map<string, number>();
  for (const view of fresh) counts.set(viewText(view), (counts.get(viewText(view)) ?? 0) + 1);
  const leftOver: View[] = [];
  let matched = 0;
  for (const view of shown) {
    const count = counts.get(viewText(view)) ?? 0;
    if (count > 0) {
      counts.set(viewText(view), count - 1);
      matched += 1;
    } else leftOver.push(view);
  }
  return { arrivals: fresh.length - matched, leftOver };
}

/**
 * Merges the newest page of a views table with the loaded pages. New rows are placed first; older rows and later pages
 * stay. If the pages do not overlap, the size of the gap is unknown, so only the newest page remains.
 */
export function withNewestViews(
  before: InfiniteData<LiveViewPage, string | null>,
  newest: LiveViewPage,
): InfiniteData<LiveViewPage, string | null> {
  const [first, ...later] = before.pages;
  if (first === undefined) return before;
  const { arrivals, leftOver } = countArrivals(first.data, newest.data);
  if (arrivals === 0) return before;
  const arrived = first.arrived + arrivals;
  if (arrivals === newest.data.length && first.data.length > 0) {
    return { pages: [{ ...newest, arrived }], pageParams: [null] };
  }
  const oldest = newest.data.at(-1)?.timestamp ?? '';
  const stillOlder = leftOver.filter(({ timestamp }) => newest.next_cursor !== null && timestamp <= oldest);
  const next_cursor = stillOlder.length > 0 || newest.next_cursor === null ? first.next_cursor : newest.next_cursor;
  const merged = {
    data: [...newest.data, ...stillOlder],
    next_cursor,
    views_total: newest.views_total,
    kept_since: newest.kept_since,
    arrived,
  };
  return { ...before, pages: [merged, ...later] };
}
