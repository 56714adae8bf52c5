import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Noun } from '#domain/counted.ts';
import { interpolate } from '../lib/interpolate.ts';
import { storedText } from '../lib/stored-text.ts';
import { PAGE_SIZES } from '../lib/table-search.ts';
import { type Column, DataTable } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { PageLinks } from './page-links.tsx';
import classes from './server-table.module.css';
import { LinesSkeleton } from './skeletons.tsx';
import { StaleWhileRevalidating } from './stale-while-revalidating.tsx';
import { type TableFilter, TableToolbar } from './table-toolbar.tsx';
import { serverTableStrings as strings } from './ui-strings.ts';

/** One page of rows, as the server returns it. */
type Page<Row> = {
  readonly data: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
};

/** The parts of a query that the table shows. Accepts a `useQuery` result. */
type Answer<Row> = {
  readonly data: Page<Row> | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => unknown;
};

/** The table's state in the URL (`useTableAddress`). */
type Address = {
  readonly search: Readonly<Partial<Record<string, string>>>;
  readonly change: (parts: Readonly<Record<string, string>>, options?: { isTyping?: boolean }) => void;
  readonly openPage: (page: number) => void;
  readonly hrefOf: (page: number) => string;
};

export type ServerTableProps<Row> = {
  /** Identifies the table on this person's browser, which keeps the hidden columns. */
  id: string;
  /** The table's name, such as 'Users'. */
  caption: string;
  /** What the rows are. */
  noun: Noun;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  answer: Answer<Row>;
  address: Address;
  /** Used if the URL names no sort. */
  defaultSort: string;
  /** Number of rows per page if the URL names none; by default the server's (docs/specification.md#constants). */
  defaultSize?: string;
  searchLabel: string;
  /** Leaves the search box out, for a table that is short. */
  hasSearch?: boolean;
  filters?: readonly Omit<TableFilter, 'value'>[];
  /** Filters other than plain selects. */
  toolbarFilters?: ReactNode;
  /** Shown at the end of the toolbar. */
  toolbarActions?: ReactNode;
  /** Whether a filter in `toolbarFilters` is set. */
  isNarrowed?: boolean;
  onOpen?: ((row: Row) => void) | undefined;
  rowActions?: ((row: Row) => ReactNode) | undefined;
  /** Heading for the column of row actions. */
  actionsHead?: string | undefined;
  /**
   * Saves all rows that match as a CSV file, in the order shown. `hide` names the columns that the person has hidden.
   */
  onExport?: (file: { readonly hide: readonly string[] }) => Promise<unknown>;
  /** Sums over all rows that match, by column name. */
  totals?: Readonly<Partial<Record<string, ReactNode>>> | undefined;
  /** Shown if there are no rows at all: what will appear here, and the next step. */
  empty: { readonly title: string; readonly text: string; readonly action?: ReactNode };
};

/** The key of the hidden columns in the browser's storage: lists of column names by table. */
const HIDDEN = 'tableColumns';

function storedColumns(): Readonly<Record<string, readonly unknown[]>> {
  try {
    const value: unknown = JSON.parse(storedText(HIDDEN) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown[]>) : {};
  } catch {
    return {};
  }
}

/** Returns the columns that this person has hidden in a table, and a function that shows or hides a column. */
function useHiddenColumns(id: string) {
  const [hidden, setHidden] = useState<ReadonlySet<unknown>>(() => {
    const stored = storedColumns()[id];
    return new Set(Array.isArray(stored) ? stored : []);
  });
  const show = (name: string, isShown: boolean): void => {
    const next = new Set(hidden);
    if (isShown) next.delete(name);
    else next.add(name);
    setHidden(next);
    try {
      localStorage.setItem(HIDDEN, JSON.stringify({ ...storedColumns(), [id]: [...next] }));
    } catch {
      // Without storage, the choice lasts until the user leaves the page.
    }
  };
  return [hidden, show] as const;
}

/**
 * The table of every business screen. The server searches, filters, sorts and paginates its rows; if all rows are
 * already loaded, use `LocalTable`, which does this itself. The table's state is in the URL; the hidden columns are a
 * choice of the person. Place the table in a `Panel flush`.
 */
export function ServerTable<Row>({ answer, address, filters = [], ...props }: ServerTableProps<Row>) {
  const {
    caption,
    noun,
    columns,
    keyOf,
    defaultSort,
    searchLabel,
    toolbarFilters,
    toolbarActions,
    onOpen,
    rowActions,
    empty,
    onExport,
  } = props;
  const { defaultSize = '10' } = props;
  const [hidden, showColumn] = useHiddenColumns(props.id);
  const shown = columns.filter(({ name, isHeading }) => isHeading || !hidden.has(name));
  const { search, change, openPage, hrefOf } = address;
  const { data: page, error } = answer;
  const sort = search.sort ?? defaultSort;
  // If the result of an earlier query is empty, the result of this query may still have rows.
  const isAwaited = page === undefined || (answer.isPlaceholderData && page.data.length === 0);
  const isNarrowed =
    props.isNarrowed === true || search.q !== undefined || filters.some(({ name }) => search[name] !== undefined);
  const showAll = (): void => change({ q: '', ...Object.fromEntries(filters.map(({ name }) => [name, ''])) });
  return (
    <div className={classes.frame}>
      <TableToolbar
        searchLabel={searchLabel}
        hasSearch={props.hasSearch ?? true}
        q={search.q ?? ''}
        filters={filters.map((filter) => ({ ...filter, value: search[filter.name] ?? '' }))}
        sorts={shown.filter(({ isSortable }) => isSortable).map(({ name, head }) => ({ value: name, label: head }))}
        sort={sort}
        onChange={change}
        further={toolbarFilters}
        actions={toolbarActions}
        columns={(page?.total ? columns : [])
          .filter(({ isHeading }) => !isHeading)
          .map(({ name, head }) => ({ name, label: head, isShown: !hidden.has(name) }))}
        onColumn={showColumn}
        onExport={
          onExport === undefined || page === undefined || page.total === 0
            ? undefined
            : () => onExport({ hide: columns.filter((one) => !shown.includes(one)).map(({ name }) => name) })
        }
      />
      {error !== null ? (
        <ErrorState
          what={interpolate(strings.failed, { nouns: noun.other })}
          message={error.message}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        />
      ) : null}
      {isAwaited && error === null ? (
        <div className={classes.loading}>
          <LinesSkeleton lines={10} />
        </div>
      ) : null}
      {page !== undefined && page.data.length > 0 ? (
        <DataTable
          caption={caption}
          columns={shown}
          rows={page.data}
          keyOf={keyOf}
          sort={sort}
          onSort={(next) => change({ sort: next === defaultSort ? '' : next })}
          onOpen={onOpen}
          actions={rowActions}
          {...(props.actionsHead === undefined ? {} : { actionsHead: props.actionsHead })}
          isStale={answer.isPlaceholderData}
          totals={props.totals}
        />
      ) : null}
      {page !== undefined && !isAwaited && page.data.length === 0 ? (
        <NoRows
          noun={noun}
          total={page.total}
          isNarrowed={isNarrowed}
          empty={empty}
          onShowAll={showAll}
          onFirst={() => openPage(1)}
        />
      ) : null}
      {page === undefined ? null : (
        <StaleWhileRevalidating isKept={answer.isPlaceholderData} isSaid>
          <PageLinks
            noun={noun}
            page={page.page}
            limit={page.limit}
            total={page.total}
            hrefOf={hrefOf}
            onPage={openPage}
            beside={
              <PageSize
                page={page}
                defaultSize={defaultSize}
                onSize={(limit) => change({ limit: limit === defaultSize ? '' : limit })}
              />
            }
          />
        </StaleWhileRevalidating>
      )}
    </div>
  );
}

type PageSizeProps = {
  page: Pick<Page<unknown>, 'limit' | 'total'>;
  defaultSize: string;
  onSize: (limit: string) => void;
};

/** Chooses the number of rows per page. Renders nothing if all rows fit on the smallest page. */
function PageSize({ page: { limit, total }, defaultSize, onSize }: PageSizeProps) {
  if (total <= Number(defaultSize)) return null;
  const sizes = [...new Set([defaultSize, ...PAGE_SIZES, String(limit)])].sort(
    (one, other) => Number(one) - Number(other),
  );
  return (
    <select
      className={classes.size}
      aria-label={strings.rowsPerPage}
      value={String(limit)}
      onChange={({ currentTarget: { value } }) => onSize(value)}
    >
      {sizes.map((size) => (
        <option key={size} value={size}>
          {interpolate(strings.perPage, { rows: size })}
        </option>
      ))}
    </select>
  );
}

type NoRowsProps = Pick<ServerTableProps<never>, 'noun' | 'empty'> & {
  total: number;
  isNarrowed: boolean;
  onShowAll: () => void;
  onFirst: () => void;
};

function NoRows({ noun, total, isNarrowed, empty, onShowAll, onFirst }: NoRowsProps) {
  if (total > 0)
    return (
      <EmptyState
        title={strings.pageEmptyTitle}
        action={
          <Button variant="default" onClick={onFirst}>
            {strings.firstPage}
          </Button>
        }
      >
        {interpolate(strings.pageEmpty, { nouns: noun.other })}
      </EmptyState>
    );
  if (isNarrowed)
    return (
      <EmptyState
        title={interpolate(strings.noMatches, { nouns: noun.other })}
        action={
          <Button variant="default" onClick={onShowAll}>
            {strings.showAll}
          </Button>
        }
      >
        {strings.noMatchesHint}
      </EmptyState>
    );
  return (
    <EmptyState title={empty.title} action={empty.action}>
      {empty.text}
    </EmptyState>
  );
}
