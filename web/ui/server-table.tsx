import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Noun } from '#domain/counted.ts';
import { interpolate } from '../lib/interpolate.ts';
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
  searchLabel: string;
  filters?: readonly Omit<TableFilter, 'value'>[];
  /** Filters other than plain selects. */
  toolbarFilters?: ReactNode;
  /** Shown at the end of the toolbar. */
  toolbarActions?: ReactNode;
  /** Whether a filter in `toolbarFilters` is set. */
  isNarrowed?: boolean;
  onOpen?: (row: Row) => void;
  rowActions?: (row: Row) => ReactNode;
  /** Shown if there are no rows at all: what will appear here, and the next step. */
  empty: { readonly title: string; readonly text: string; readonly action?: ReactNode };
};

/**
 * A table that the server searches, filters, sorts and paginates: toolbar, rows, page links, loading and error states.
 * The table's state is in the URL. Place the table in a `Panel flush`.
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
  } = props;
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
        q={search.q ?? ''}
        filters={filters.map((filter) => ({ ...filter, value: search[filter.name] ?? '' }))}
        sorts={columns.filter(({ isSortable }) => isSortable).map(({ name, head }) => ({ value: name, label: head }))}
        sort={sort}
        onChange={change}
        further={toolbarFilters}
        actions={toolbarActions}
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
          columns={columns}
          rows={page.data}
          keyOf={keyOf}
          sort={sort}
          onSort={(next) => change({ sort: next === defaultSort ? '' : next })}
          onOpen={onOpen}
          actions={rowActions}
          isStale={answer.isPlaceholderData}
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
          />
        </StaleWhileRevalidating>
      )}
    </div>
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
