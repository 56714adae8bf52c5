import type { ReactNode } from 'react';
import { csvCell, saveFile } from '../lib/save-file.ts';
import type { Column } from './data-table.tsx';
import { ServerTable, type ServerTableProps } from './server-table.tsx';

type LocalTableProps<Row> = Omit<
  ServerTableProps<Row>,
  'answer' | 'onExport' | 'totals' | 'hasSearch' | 'filters' | 'searchLabel' | 'defaultSort' | 'empty'
> & {
  rows: readonly Row[];
  /** Whether newer rows are being fetched. */
  isStale?: boolean;
  /** Default: the order of the rows. */
  defaultSort?: string;
  /** Names the search box, which only a long table has. */
  searchLabel: string;
  /** Name of the exported file, without its ending. */
  fileName: string;
  filters?: readonly LocalFilter<Row>[];
  empty: { readonly title: string; readonly text: string; readonly action?: ReactNode };
};

/** A select that keeps the rows that `matches` accepts for the chosen value. */
type LocalFilter<Row> = NonNullable<ServerTableProps<Row>['filters']>[number] & {
  readonly matches: (row: Row, value: string) => boolean;
};

/** Rows on a page by default, as in all lists (docs/specification.md#constants). */
const ROWS = '10';
/** Number of rows from which a table has a search box. */
const MANY = 10;

const rawValue = <Row,>({ cell, value }: Column<Row>, row: Row): string | number | null => {
  if (value !== undefined) return value(row);
  const shown = cell(row);
  return typeof shown === 'string' || typeof shown === 'number' ? shown : null;
};

/** Compares values of one column. No value is last, in both directions. */
function compare(one: string | number | null, other: string | number | null, direction: 1 | -1): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return direction * (one - other);
  return direction * String(one).localeCompare(String(other), undefined, { numeric: true });
}

/** Returns the rows that match the search text and filters, in the chosen order. */
export function arrange<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { q = '', sort = '' }: { readonly q?: string | undefined; readonly sort?: string | undefined },
): readonly Row[] {
  const wanted = q.toLocaleLowerCase();
  const found =
    wanted === ''
      ? rows
      : rows.filter((row) =>
          columns.some((column) =>
            String(rawValue(column, row) ?? '')
              .toLocaleLowerCase()
              .includes(wanted),
          ),
        );
  const by = columns.find(({ name }) => name === sort.replace(/^-/, ''));
  if (by === undefined) return found;
  const direction = sort.startsWith('-') ? -1 : 1;
  return found.toSorted((one, other) => compare(rawValue(by, one), rawValue(by, other), direction));
}

/** Returns a CSV file with these columns, which is safe to open in spreadsheets. */
export const csvOf = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  [
    columns.map(({ head }) => csvCell(head)),
    ...rows.map((row) => columns.map((column) => csvCell(rawValue(column, row)))),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');

function sumsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  const summed = columns.flatMap((column) => {
    if (column.sum === undefined) return [];
    // Rounded to a millionth, the precision of all amounts, because fractions of binary numbers do not add up exactly.
    const total = rows.reduce((all, row) => all + Number(rawValue(column, row) ?? 0), 0);
    return [[column.name, column.sum(Math.round(total * 1e6) / 1e6)] as const];
  });
  return summed.length === 0 || rows.length < 2 ? undefined : Object.fromEntries(summed);
}

/**
 * A `ServerTable` whose rows are all loaded. It searches, filters, sorts, pages, sums and exports them itself, by the
 * `value` of each column, or by its cell if that is text.
 */
export function LocalTable<Row>(props: LocalTableProps<Row>) {
  const {
    rows,
    isStale = false,
    defaultSize = ROWS,
    defaultSort = '',
    fileName,
    filters = [],
    columns,
    address,
    ...table
  } = props;
  const { search } = address;
  const sortable = columns.map((column) => ({
    ...column,
    isSortable: column.isSortable ?? column.value !== undefined,
  }));
  const narrowed = rows.filter((row) =>
    filters.every(({ name, matches }) => search[name] === undefined || matches(row, search[name])),
  );
  const found = arrange(narrowed, columns, { q: search.q, sort: search.sort ?? defaultSort });
  const limit = Number(search.limit ?? defaultSize);
  const page = Number(search.page ?? 1);
  const data = found.slice((page - 1) * limit, page * limit);
  const save = async ({ hide }: { hide: readonly string[] }): Promise<void> => {
    const text = csvOf(
      columns.filter(({ name }) => !hide.includes(name)),
      found,
    );
    saveFile({ blob: new Blob([`\ufeff${text}`], { type: 'text/csv' }), fileName: `${fileName}.csv` });
  };
  return (
    <ServerTable
      {...table}
      address={address}
      columns={sortable}
      filters={filters}
      hasSearch={rows.length > MANY || search.q !== undefined}
      defaultSort={defaultSort}
      defaultSize={defaultSize}
      answer={{
        data: { data, total: found.length, page, limit },
        error: null,
        isFetching: false,
        isPlaceholderData: isStale,
        refetch: () => undefined,
      }}
      onExport={save}
      totals={sumsOf(columns, found)}
    />
  );
}
