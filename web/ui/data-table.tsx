import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import classes from './data-table.module.css';

export type Column<Row> = {
  readonly name: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** The server sorts by `name`. */
  readonly isSortable?: boolean;
  /** Numbers stand right. */
  readonly isNumber?: boolean;
  /** Names the row: its cell opens the row by keyboard. One column has it. */
  readonly isHeading?: boolean;
  /** The head is only for screen readers. */
  readonly isHeadHidden?: boolean;
  /** Its text takes several lines where one is too short. */
  readonly isWrapping?: boolean;
  /** Where rows stand as cards it takes the whole width: half of it would cut a word. */
  readonly isLong?: boolean;
  /** Left out of a table on a small laptop, where not all columns have room; it stands in what the row opens. */
  readonly isRoomy?: boolean;
  /** Not shown where rows stand as cards. */
  readonly isWideOnly?: boolean;
};

export type DataTableProps<Row> = {
  /** Names the table. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Column name, with a minus for descending. */
  sort: string;
  onSort: (sort: string) => void;
  /** The row's one obvious target. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Buttons at the end of the row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Their head; Actions unless told. */
  actionsHead?: string;
  /** Something newer is being fetched. */
  isStale?: boolean;
};

const CONTROLS = 'a, button, input, select, label, [role="menu"]';

/**
 * A table whose rows come from the server: heads that sort, a sticky head, rows that open. Where it is narrow each row
 * is a card. State and fetching belong to whoever draws it.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf, sort, onSort, ...rest }: DataTableProps<Row>) {
  const { onOpen, actions, actionsHead = 'Actions', isStale = false } = rest;
  const open = (row: Row) => (event: MouseEvent<HTMLElement>) => {
    // A panel that a cell opened lies elsewhere on the page, though its clicks come here, too.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    if (event.target.closest(CONTROLS)) return;
    // Whoever marks text in a row does not want it opened.
    if (window.getSelection()?.toString()) return;
    onOpen?.(row);
  };
  return (
    // Its own width says whether rows stand as cards, wherever a page puts the table.
    <div className={classes.frame}>
      <section
        className={classes.box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
        tabIndex={0}
        aria-label={`Table: ${caption}`}
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
              // The keyboard opens a row by the button in its heading cell.
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
        </table>
      </section>
    </div>
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
