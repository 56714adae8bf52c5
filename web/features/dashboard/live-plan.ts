import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Customer, CustomerList, Device, DevicePage, OutletMap } from '#contract/list.ts';
import {
  type CustomerFilter,
  fetchCustomer,
  fetchCustomers,
  fetchDevices,
  fetchViews,
  type LiveViewPage,
  type RangeOfDay,
} from './dashboard-api.ts';
import { pagesWith, withFreshItems, withNewestViews } from './live-merge.ts';
import type { Affected, RefreshTask } from './live-rounds.ts';

type DevicePages = InfiniteData<DevicePage, string | null>;
type CustomerPages = InfiniteData<CustomerList, string | null>;
type ViewPages = InfiniteData<LiveViewPage, string | null>;

/** Cards asked one by one because they moved to a page that is not loaded. */
const MOST_SINGLE_CARDS = 4;
/** The map is the largest answer: a change of status may be drawn so much later. */
const MAP_GAP_MS = 10_000;
const idOf = ({ id }: { id: string }): string => id;

/** Asks the pages again that hold affected cards on screen, and puts the figures into the cards where they stand. */
async function refreshCustomers(
  client: QueryClient,
  key: QueryKey,
  filter: CustomerFilter,
  wanted: ReadonlySet<string>,
) {
  const before = client.getQueryData<CustomerPages>(key);
  if (!before) return;
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
  client.setQueryData<CustomerPages>(key, (now) => now && withFreshItems(now, all, idOf));
}

async function refreshDevices(
  client: QueryClient,
  key: QueryKey,
  customerId: string,
  range: RangeOfDay,
  isWanted: (eui: string) => boolean,
) {
  const before = client.getQueryData<DevicePages>(key);
  if (!before) return;
  const numbers = pagesWith(before, ({ eui }: Device) => isWanted(eui));
  const answers = await Promise.all(
    numbers.map((number) => fetchDevices(customerId, range, before.pageParams[number] ?? null)),
  );
  const fresh = answers.flatMap(({ data }) => data);
  client.setQueryData<DevicePages>(key, (now) => now && withFreshItems(now, fresh, idOf));
}

async function refreshViews(client: QueryClient, key: QueryKey, eui: string, range: RangeOfDay) {
  const newest = await fetchViews(eui, range, null);
  client.setQueryData<ViewPages>(key, (now) => now && withNewestViews(now, newest));
}

/** Whether an outlet that just reported is still drawn as silent. */
function isMapBehind(map: OutletMap | undefined, euis: ReadonlySet<string>): boolean {
  return map?.eui.some((eui, index) => euis.has(eui) && map.status[index] !== 'online') ?? false;
}

const RANK = { views: 0, popup: 1, customers: 2, summary: 3, near: 4, devices: 5, map: 6 } as const;
type Kind = keyof typeof RANK;
const isKind = (value: unknown): value is Kind => typeof value === 'string' && value in RANK;

/**
 * Which calls renew what is on screen and affected. A query is on screen while a part shows it; of the list, only the
 * cards that are drawn count. Query keys are those of `dashboard-api.ts`.
 */
export function planRefresh(client: QueryClient, affected: Affected, drawnCards: ReadonlySet<string>): RefreshTask[] {
  const { all, customers, euis } = affected;
  const isTouched = (eui: string) => all || euis.has(eui);
  const again = (query: Query) => () => client.refetchQueries({ queryKey: query.queryKey, exact: true });

  const runOf = (query: Query, kind: Kind, subject: unknown, range: unknown): (() => Promise<unknown>) | null => {
    switch (kind) {
      case 'summary':
        return again(query);
      case 'customers': {
        const wanted = new Set([...drawnCards].filter((id) => all || customers.has(id)));
        return wanted.size > 0
          ? () => refreshCustomers(client, query.queryKey, subject as CustomerFilter, wanted)
          : null;
      }
      case 'devices':
        return all || customers.has(String(subject))
          ? () => refreshDevices(client, query.queryKey, String(subject), range as RangeOfDay, isTouched)
          : null;
      case 'views':
        return isTouched(String(subject))
          ? () => refreshViews(client, query.queryKey, String(subject), range as RangeOfDay)
          : null;
      case 'popup':
        return isTouched(String(subject)) ? again(query) : null;
      case 'near': {
        const shown = client.getQueryData<DevicePage>(query.queryKey);
        return shown?.data.some(({ eui }) => isTouched(eui)) ? again(query) : null;
      }
      case 'map': {
        const isFresh = Date.now() - query.state.dataUpdatedAt < MAP_GAP_MS;
        const isBehind = all || isMapBehind(client.getQueryData<OutletMap>(query.queryKey), euis);
        return isBehind && !isFresh ? again(query) : null;
      }
    }
  };

  return client
    .getQueryCache()
    .findAll({ queryKey: ['dashboard'], type: 'active' })
    .flatMap((query) => {
      const [, kind, subject, range] = query.queryKey;
      const run = isKind(kind) && query.state.data !== undefined ? runOf(query, kind, subject, range) : null;
      return isKind(kind) && run ? [{ key: query.queryHash, rank: RANK[kind], run }] : [];
    });
}
