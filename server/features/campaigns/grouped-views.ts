import { addDays } from '#domain/calendar-date.ts';
import { safeGroups, toTwoDigits, type Unit } from '#domain/disclosure-groups.ts';
import { startOfDate, zonedDay } from '#domain/zoned-day.ts';
import type { Dependencies } from '../../dependencies.ts';
import { groupColumn, MOST_RUNS, runsOf } from '../../figures/query/outlet-runs.ts';
import type { TimeRange } from '../../figures/query/time-range.ts';
import { forEachChunked, runChunked } from '../../memory/chunked.ts';
import type { Holding } from '../../network/snapshot/network-parts.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { standingHoldings } from './reached-outlets.ts';

type VenueUnit = Unit & { readonly venueId: string; readonly holdings: readonly Holding[] };

/** The group of each venue, and for each group of outlets, the mean number of views per outlet on each day. */
export type GroupedViews = {
  readonly groupOfVenue: ReadonlyMap<string, number>;
  readonly dailyMeans: readonly (readonly number[])[];
};

type Asked = { readonly days: number; readonly zone: string; readonly nowMs: number };
type Figures = Pick<Dependencies['figures'], 'cells' | 'cache' | 'network' | 'outletSums'>;

/**
 * Creates a reader of views per group of outlets, for callers who may not see the views of a single outlet
 * (docs/threat-model.md#forecasts).
 * 1. Sums each outlet's views, and lists the flights at each venue.
 * 2. Merges venues into safe groups, regardless of the caller's selection.
 * 3. Sums each group's views by day and rounds the sums.
 */
export function createGroupedViews(figures: Figures) {
  const sizeOf = ({ groupOfVenue, dailyMeans }: GroupedViews) => 1 + groupOfVenue.size + dailyMeans.length;
  const cacheFor = figures.cache.forNetwork<GroupedViews>('groupedViews', sizeOf);
  return async ({ days, zone, nowMs }: Asked): Promise<GroupedViews> => {
    const network = await figures.network();
    const { date, startMs } = zonedDay(nowMs, zone);
    const starts = Array.from({ length: days }, (_, at) => startOfDate(addDays(date, at - days), zone));
    const range = { startMs: starts[0] ?? startMs, endMs: startMs };
    return cacheFor(network).get({ kind: 'all' }, `${zone}|${date}|${days}`, async () => {
      const groups = safeGroups(await readUnits(figures, network, range));
      return { groupOfVenue: venuesOf(groups), dailyMeans: await readMeans(figures, groups, starts, range) };
    });
  };
}

const NO_VIEWS: Pick<Unit, 'outlets' | 'views' | 'most'> = { outlets: 0, views: 0, most: 0 };

async function readUnits(figures: Figures, network: Network, range: TimeRange): Promise<VenueUnit[]> {
  const venues = new Map<string, Holding[]>();
  await runChunked(
    forEachChunked(standingHoldings(network), (holding) => {
      const own = venues.get(holding.venue.id);
      if (own === undefined) venues.set(holding.venue.id, [holding]);
      else own.push(holding);
    }),
  );
  const lists = [...venues.values()];
  const flights = lists.map(() => new Map<number, number>());
  for (const { of } of await cellsOf(figures, lists, range, [{ by: 'flight' }, { by: 'advertiser' }])) {
    const [venue = 0, flight = 0, advertiser = 0] = of.map(Number);
    if (venue > 0 && flight > 0) flights[venue - 1]?.set(flight, advertiser);
  }
  const { table } = await figures.outletSums(
    { scope: { kind: 'all' }, customerKey: null, range, timeZone: null },
    null,
  );
  return lists.map((holdings, at) => {
    const sums = { ...NO_VIEWS };
    for (const { customer, outlet } of holdings) {
      const views = table.get(customer.key)?.get(outlet.key)?.total.views ?? 0;
      if (views === 0) continue;
      sums.outlets += 1;
      sums.views += views;
      sums.most = Math.max(sums.most, views);
    }
    const { id = '', state = '', type = '' } = holdings[0]?.venue ?? {};
    const kind = type.trim().toLowerCase();
    const within = [`${kind}|${state.trim().toLowerCase()}`, kind, ''];
    return { ...sums, venueId: id, holdings, within, flights: flights[at] ?? new Map() };
  });
}

const venuesOf = (groups: readonly (readonly VenueUnit[])[]): ReadonlyMap<string, number> =>
  new Map(groups.flatMap((units, group) => units.map(({ venueId }) => [venueId, group] as const)));

async function readMeans(
  figures: Figures,
  groups: readonly (readonly VenueUnit[])[],
  starts: readonly number[],
  range: TimeRange,
): Promise<number[][]> {
  const lists = groups.map((units) => units.flatMap(({ holdings }) => holdings));
  const sums = lists.map(() => starts.map(() => 0));
  const places = new Map(starts.map((startMs, at) => [startMs, at]));
  for (const { of, views } of await cellsOf(figures, lists, range, [{ by: 'start', starts }])) {
    const [group = 0, startMs = 0] = of.map(Number);
    const day = places.get(startMs);
    const days = sums[group - 1];
    if (days !== undefined && day !== undefined) days[day] = (days[day] ?? 0) + views;
  }
  return sums.map((daily, group) => daily.map((views) => toTwoDigits(views) / Math.max(1, lists[group]?.length ?? 0)));
}

/** Reads cells grouped by outlet list, numbered from 1, and by other columns. */
async function cellsOf(
  figures: Figures,
  lists: readonly (readonly Holding[])[],
  range: TimeRange,
  columns: Parameters<Figures['cells']>[0]['columns'],
) {
  const grouped = lists.flatMap((holdings, at) =>
    holdings.map(({ customer, outlet }) => ({ customerKey: customer.key, outletKey: outlet.key, group: at + 1 })),
  );
  const runs = await runChunked(runsOf(grouped));
  // The outlets of these venues are too scattered for a single query. In that case, nothing is published about them.
  if (runs.length > MOST_RUNS) return [];
  return figures.cells({
    scope: { kind: 'all' },
    customerKey: null,
    withInvalid: false,
    knownOn: null,
    filters: {},
    range,
    columns: [groupColumn(runs), ...columns],
  });
}
