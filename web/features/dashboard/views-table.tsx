import { Button, Loader } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { View } from '#contract/list.ts';
import { counted } from '#domain/counted.ts';
import { shownEui } from '#domain/eui.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { viewsQuery } from './dashboard-api.ts';
import { viewsTableStrings as strings } from './dashboard-strings.ts';
import { useDashboardView } from './dashboard-view.ts';
import { staleSinceNote } from './stale-since.ts';
import { useNearEnd } from './use-near-end.ts';
import classes from './views-table.module.css';
import { type ViewColumn, viewColumns, wordingOf } from './wording.ts';

/** A row's height in pixels, equal to `--vb-row-height`, which the virtual list assumes. */
const ROW_PX = 40;

function ViewCell({ view, column }: { view: View; column: ViewColumn }) {
  const value = view[column.field];
  if (value === undefined || value === '') return <span className={classes.nothing}>–</span>;
  if (column.field === 'timestamp') return <TimeText instant={value} />;
  if (column.field === 'fingerprint' || column.field === 'cryptic')
    return <Identifier value={value} name={column.label} />;
  return (
    <span className={column.isCode ? classes.code : undefined} title={value}>
      {value}
    </span>
  );
}

type LoadedViewsProps = {
  eui: string;
  views: readonly View[];
  total: number;
  keptSince: string | null;
  arrived: number;
  pages: Parameters<typeof useNearEnd>[3];
};

function LoadedViews({ eui, views, total, keptSince, arrived, pages }: LoadedViewsProps) {
  const { perspective } = useDashboardView();
  const columns = viewColumns(perspective);
  const box = useRef<HTMLDivElement>(null);
  const [isAtTop, setIsAtTop] = useState(true);
  const { shown, held } = useHeldRows(views, arrived, isAtTop);
  const [latest, setLatest] = useState({ arrived, before: arrived });
  if (latest.arrived !== arrived) setLatest({ arrived, before: latest.arrived });
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    // Rows are higher in a narrow card, where cells take several lines.
    measureElement: (row) => row.getBoundingClientRect().height || ROW_PX,
    overscan: 8,
  });
  const drawn = virtual.getVirtualItems();
  const [first, last] = [drawn[0], drawn.at(-1)];
  useNearEnd(last?.index ?? 0, shown.length, 12, pages);
  const { noun } = wordingOf(perspective);
  const ending = pages.hasNextPage ? null : staleSinceNote({ missing: total - views.length, since: keptSince, noun });
  return (
    <div className={classes.frame}>
      {held > 0 ? (
        <Button
          className={classes.pill ?? ''}
          size="compact-xs"
          radius="xl"
          leftSection={<IconArrowUp size={14} aria-hidden="true" />}
          onClick={() => {
            setIsAtTop(true);
            box.current?.scrollTo({ top: 0 });
          }}
        >
          {counted(held, perspective === 'property' ? strings.newCharges : strings.newViews)}
        </Button>
      ) : null}
      <section
        ref={box}
        className={classes.box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
        tabIndex={0}
        aria-label={interpolate(strings.label, { eui: shownEui(eui) })}
        onScroll={(event) => setIsAtTop(event.currentTarget.scrollTop < 4)}
      >
        <table className={classes.table} data-columns={columns.length} aria-rowcount={total + 1}>
          <caption className={classes.caption}>
            {interpolate(strings.caption, { views: counted(total, noun), eui: shownEui(eui) })}
          </caption>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map(({ field, label }) => (
                <th
                  key={field}
                  scope="col"
                  data-field={field}
                  aria-sort={field === 'timestamp' ? 'descending' : undefined}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row is not focusable; it only keeps the place of others */}
            {first ? <tr aria-hidden="true" style={{ height: first.start }} /> : null}
            {drawn.map(({ index }) => {
              const view = shown[index];
              // The position relative to the rows when the table was opened, so that a row keeps its key when rows
              // arrive above it.
              const place = index + held - arrived;
              return view ? (
                <tr
                  key={place}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  data-new={place < -latest.before || undefined}
                >
                  {columns.map((column) => (
                    <td key={column.field}>
                      <ViewCell view={view} column={column} />
                    </td>
                  ))}
                </tr>
              ) : null;
            })}
            {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: as above */}
            {last ? <tr aria-hidden="true" style={{ height: virtual.getTotalSize() - last.end }} /> : null}
          </tbody>
        </table>
        {pages.isFetchNextPageError ? (
          <p className={classes.foot}>
            {strings.loadMoreFailed}{' '}
            <Button size="compact-xs" variant="default" onClick={() => pages.fetchNextPage()}>
              {strings.tryAgain}
            </Button>
          </p>
        ) : null}
        {pages.hasNextPage && !pages.isFetchNextPageError ? (
          <p className={classes.foot}>
            <Loader size={14} aria-hidden="true" /> {interpolate(strings.scrollForMore, { views: noun.other })}
          </p>
        ) : null}
        {ending === null ? null : <p className={classes.foot}>{ending}</p>}
      </section>
    </div>
  );
}

/**
 * An outlet's views, newest first. Older views load while the user scrolls. The columns depend on the role
 * (docs/decisions.md#who-sees-what).
 */
export function ViewsTable({ eui }: { eui: string }) {
  const { range, perspective } = useDashboardView();
  const query = useInfiniteQuery(viewsQuery(eui, range));
  if (query.isPending) return <LinesSkeleton lines={4} />;
  if (query.isError && !query.data)
    return (
      <ErrorState
        what={strings.loadFailed}
        message={query.error.message}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  const [newest] = query.data.pages;
  const views = query.data.pages.flatMap(({ data }) => data);
  const { noun } = wordingOf(perspective);
  if (views.length === 0 && query.isPlaceholderData) return <LinesSkeleton lines={4} />;
  const since = newest?.kept_since ?? null;
  if (views.length === 0) {
    const note = staleSinceNote({ missing: newest?.views_total ?? 0, since, noun });
    return <p className={classes.empty}>{note ?? interpolate(strings.empty, { views: noun.other })}</p>;
  }
  return (
    <StaleWhileRevalidating isKept={query.isPlaceholderData}>
      <LoadedViews
        key={JSON.stringify(range)}
        eui={eui}
        views={views}
        total={newest?.views_total ?? views.length}
        keptSince={since}
        arrived={newest?.arrived ?? 0}
        pages={query}
      />
    </StaleWhileRevalidating>
  );
}

type HeldRows<Row> = {
  readonly shown: readonly Row[];
  /** Number of rows that arrived at the top and wait until the user asks for them. */
  readonly held: number;
};

/**
 * Holds back rows that arrive at the top while the user is further down, so that nothing shifts during reading.
 * `arrived` counts all rows that have arrived since the table was opened.
 */
function useHeldRows<Row>(rows: readonly Row[], arrived: number, isAtTop: boolean): HeldRows<Row> {
  const [released, setReleased] = useState(arrived);
  // A lower count means that the table was loaded again.
  const isOver = isAtTop || arrived < released;
  if (isOver && released !== arrived) setReleased(arrived);
  const held = isOver ? 0 : arrived - released;
  return { shown: held === 0 ? rows : rows.slice(held), held };
}
