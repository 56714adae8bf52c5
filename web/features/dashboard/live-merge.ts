import type { InfiniteData } from '@tanstack/react-query';
import type { View } from '#contract/list.ts';
import type { LiveViewPage } from './dashboard-api.ts';

type Page<Item> = { readonly data: readonly Item[] };
type Pages<Item, P extends Page<Item>> = InfiniteData<P, string | null>;

/** Indexes of the loaded pages that contain one of the wanted items. */
export function pagesWith<Item, P extends Page<Item>>(
  { pages }: Pages<Item, P>,
  isWanted: (item: Item) => boolean,
): number[] {
  return pages.flatMap((page, index) => (page.data.some(isWanted) ? [index] : []));
}

/**
 * Updates items in the loaded pages without moving, adding or removing any, so that the user's view stays still. An
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
 * Counts the rows of a new first page that were not shown before, and returns the shown rows that it lacks. Equal rows
 * count one by one.
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
 * Merges the newest page of a views table with the loaded pages. Arrivals come first; older rows and later pages stay.
 * Without any overlap the gap is unknown, so only the newest page remains.
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
