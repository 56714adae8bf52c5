import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { interpolate } from '../lib/interpolate.ts';
import classes from './data-table.module.css';
import { dataTableStrings as strings } from './ui-strings.ts';

export type Column<Row> = {
  readonly name: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** The raw value. A `LocalTable` sorts, searches and exports by it; null is no value. */
  readonly value?: (row: Row) => string | number | null;
  /** Formats the sum of the column's values. A `LocalTable` shows it below its rows. */
  readonly sum?: (total: number) => ReactNode;
  /** Whether the server can sort by `name`. */
  readonly isSortable?: boolean;
  /** Aligns numbers to the right. */
  readonly isNumber?: boolean;
  /** Whether the column identifies the row. Its cell opens the row by keyboard. Exactly one column must set this. */
  readonly isHeading?: boolean;
  /** Shows the heading to screen readers only. */
  readonly isHeadHidden?: boolean;
  /** Wraps long text to several lines. */
  readonly isWrapping?: boolean;
  /** Takes the full width of a card, because half the width would break words. */
  readonly isLong?: boolean;
  /** Whether the column is hidden on small laptops, where not all columns fit. The opened row shows its value. */
  readonly isRoomy?: boolean;
  /** Hidden on cards and tablets. */
  readonly isWideOnly?: boolean;
};

export type DataTableProps<Row> = {
  /** The table's name. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Column name, with a leading minus for descending order. */
  sort: string;
  onSort: (sort: string) => void;
  /** Opens a row. Called when any part of the row is clicked. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Buttons at the end of the row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Heading for the column of action buttons; default Actions. */
  actionsHead?: string;
  /** Whether newer rows are being fetched. */
  isStale?: boolean;
  /** Sums over all rows that match, not only those of the page, by column name. */
  totals?: Readonly<Partial<Record<string, ReactNode>>> | undefined;
};

const CONTROLS = 'a, button, input, select, label, [role="menu"]';

/**
 * A table of rows from the server, with sortable sticky headings and rows that open. In a narrow container, each row is
 * a card. The parent owns the state and fetches the data.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf, sort, onSort, ...rest }: DataTableProps<Row>) {
  const { onOpen, actions, actionsHead = strings.actions, isStale = false, totals } = rest;
  const open = (row: Row) => (event: MouseEvent<HTMLElement>) => {
    // React also delivers clicks from overlays that a cell opened, although they are elsewhere in the document.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    if (event.target.closest(CONTROLS)) return;
    // Selecting text in a row must not open it.
    if (window.getSelection()?.toString()) return;
    onOpen?.(row);
  };
  return (
    // The width of this frame decides whether rows are cards, regardless of where the table is on the page.
    <div className={classes.frame}>
      <section
        className={classes.box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
        tabIndex={0}
        aria-label={interpolate(strings.table, { caption })}
        aria-busy={isStale}
      >
        <table className={classes.table}>
          <caption className={classes.caption}>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.name} column={column} sort={sort} onSort={onSort} />
              ))}
              {actions ? (
                <th scope="col" className={classes.actions}>
                  {actionsHead}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              // Keyboard users open a row with the button in its heading cell.
              <tr key={keyOf(row)} onClick={onOpen ? open(row) : undefined} data-opens={onOpen ? true : undefined}>
                {columns.map((column) => (
                  <Cell key={column.name} column={column} row={row} onOpen={onOpen} />
                ))}
                {actions ? (
                  <td className={classes.actions}>
                    <div className={classes.buttons}>{actions(row)}</div>
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
          {totals === undefined ? null : (
            <Totals columns={columns} totals={totals} hasActions={actions !== undefined} />
          )}
        </table>
      </section>
    </div>
  );
}

type TotalsProps<Row> = {
  columns: readonly Column<Row>[];
  totals: NonNullable<DataTableProps<Row>['totals']>;
  hasActions: boolean;
};

/** The sums below the rows, each in its column. */
function Totals<Row>({ columns, totals, hasActions }: TotalsProps<Row>) {
  return (
    <tfoot>
      <tr>
        {columns.map(({ name, head, isNumber, isHeading, isRoomy, isWideOnly }) =>
          isHeading ? (
            <th key={name} scope="row">
              {strings.total}
            </th>
          ) : (
            <td
              key={name}
              data-number={isNumber || undefined}
              data-roomy={isRoomy || undefined}
              data-wide-only={isWideOnly || undefined}
              data-head={totals[name] === undefined ? undefined : head}
            >
              {totals[name]}
            </td>
          ),
        )}
        {hasActions ? <td className={classes.actions} /> : null}
      </tr>
    </tfoot>
  );
}

type HeadProps<Row> = { column: Column<Row>; sort: string; onSort: (sort: string) => void };

function Head<Row>({
  column: { name, head, isSortable, isNumber, isHeadHidden, isWideOnly, isRoomy },
  sort,
  onSort,
}: HeadProps<Row>) {
  const isUp = sort === name;
  const isDown = sort === `-${name}`;
  const Icon = isUp ? IconArrowUp : isDown ? IconArrowDown : IconSelector;
  return (
    <th
      scope="col"
      data-number={isNumber || undefined}
      data-wide-only={isWideOnly || undefined}
      data-roomy={isRoomy || undefined}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : isSortable ? 'none' : undefined}
    >
      {isSortable ? (
        <>
          <button
            type="button"
            className={classes.sort}
            data-on={isUp || isDown || undefined}
            onClick={() => onSort(isUp ? `-${name}` : name)}
          >
            {head}
            <Icon size={14} stroke={1.75} aria-hidden="true" />
          </button>
          <span hidden className={classes.words}>
            {head}
          </span>
        </>
      ) : (
        <span className={isHeadHidden ? classes.caption : undefined}>{head}</span>
      )}
    </th>
  );
}

type CellProps<Row> = { column: Column<Row>; row: Row; onOpen: ((row: Row) => void) | undefined };

function Cell<Row>({
  column: { name, head, cell, isNumber, isHeading, isHeadHidden, isWideOnly, isRoomy, isWrapping, isLong },
  row,
  onOpen,
}: CellProps<Row>) {
  const data = {
    'data-column': name,
    'data-number': isNumber || undefined,
    'data-wide-only': isWideOnly || undefined,
    'data-roomy': isRoomy || undefined,
    'data-wraps': isWrapping || undefined,
    'data-long': isLong || undefined,
    'data-head': isHeadHidden || isHeading ? undefined : head,
  };
  if (!isHeading) return <td {...data}>{cell(row)}</td>;
  return (
    <th scope="row" {...data}>
      {onOpen ? (
        <button type="button" className={classes.open} onClick={() => onOpen(row)}>
          {cell(row)}
        </button>
      ) : (
        cell(row)
      )}
    </th>
  );
}
