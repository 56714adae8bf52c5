import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactTable, RowData } from '@tanstack/react-table';
import type { MouseEvent, ReactNode } from 'react';
import { TableFoot } from '../../ui/table-foot.tsx';
import type { TableFeatures } from './table-features.ts';
import classes from './tables.module.css';

export type DataTableProps<Row extends RowData> = {
  table: ReactTable<TableFeatures, Row>;
  /** The table's name, for screen readers. */
  label: string;
  pageSizes: readonly number[];
  /** Shows a filter field below each heading. */
  hasFilters?: boolean;
  isUpperCase?: boolean;
  /** Columns to hide on a phone. */
  wideOnly?: readonly string[];
};

const SORT_WORDS = { asc: 'ascending', desc: 'descending' } as const;

/** A table with sortable headings (with Shift, by several columns), optional column filters, and pages. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { table, label, pageSizes, hasFilters = false, isUpperCase = false, wideOnly = [] } = props;
  const { rows } = table.getRowModel();
  const classOf = (column: string) => (wideOnly.includes(column) ? classes.wideOnly : undefined);
  return (
    <>
      <section
        className={classes.scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be reached by key
        tabIndex={0}
        aria-label={label}
      >
        <table className={classes.table} data-hover>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => {
                  const sorted = header.column.getIsSorted();
                  return (
                    <th
                      key={header.id}
                      scope="col"
                      className={classOf(header.column.id)}
                      data-upper={isUpperCase || undefined}
                      {...(header.column.getCanSort()
                        ? { 'aria-sort': sorted ? SORT_WORDS[sorted] : ('none' as const) }
                        : {})}
                    >
                      {header.column.getCanSort() ? (
                        <SortButton
                          sorted={sorted}
                          position={table.state.sorting.length > 1 ? header.column.getSortIndex() + 1 : 0}
                          onSort={(event) => header.column.getToggleSortingHandler()?.(event)}
                        >
                          <table.FlexRender header={header} />
                        </SortButton>
                      ) : (
                        <table.FlexRender header={header} />
                      )}
                    </th>
                  );
                })}
              </tr>
            ))}
            {hasFilters ? <FilterRow table={table} classOf={classOf} /> : null}
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} className={classOf(cell.column.id)}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
            {rows.length > 0 ? null : (
              <tr>
                <td className={classes.nothing} colSpan={table.getAllLeafColumns().length}>
                  Nothing fits. Change or clear what you look for.
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
      <TableFoot
        label={label}
        pageIndex={table.state.pagination.pageIndex}
        pageSize={table.state.pagination.pageSize}
        rowCount={table.getFilteredRowModel().rows.length}
        pageSizes={pageSizes}
        onPage={(page) => table.setPageIndex(page)}
        onPageSize={(size) => table.setPageSize(size)}
      />
    </>
  );
}

type FilterRowProps<Row extends RowData> = {
  table: ReactTable<TableFeatures, Row>;
  classOf: (column: string) => string | undefined;
};

function FilterRow<Row extends RowData>({ table, classOf }: FilterRowProps<Row>) {
  return (
    <tr>
      {table.getAllLeafColumns().map((column) => (
        <td key={column.id} className={`${classes.filterCell} ${classOf(column.id) ?? ''}`}>
          <input
            className={classes.filter}
            aria-label={`Filter by ${String(column.columnDef.header)}`}
            placeholder="Filter"
            value={String(column.getFilterValue() ?? '')}
            onChange={(event) => column.setFilterValue(event.currentTarget.value)}
          />
        </td>
      ))}
    </tr>
  );
}

type SortButtonProps = {
  sorted: false | 'asc' | 'desc';
  /** Position among several sort columns, from 1; 0 if only one column is sorted. */
  position: number;
  onSort: (event: MouseEvent) => void;
  children: ReactNode;
};

/** A heading's sort button. Shows both arrows while its column is not sorted, else a single arrow. */
function SortButton({ sorted, position, onSort, children }: SortButtonProps) {
  const Icon = sorted === false ? IconArrowsSort : sorted === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <button type="button" className={classes.sort} data-sorted={sorted || undefined} onClick={onSort}>
      {children}
      <Icon size={14} stroke={1.75} aria-hidden="true" />
      {sorted !== false && position > 0 ? <span className={classes.sortPosition}>{position}</span> : null}
    </button>
  );
}
