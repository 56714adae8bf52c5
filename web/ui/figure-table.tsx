import type { ReactNode } from 'react';
import classes from './figure-table.module.css';

type Props = {
  /** Name of the table, for screen readers. */
  readonly label: string;
  /** Maximum height in pixels; a taller table scrolls below its headings. Unlimited by default. */
  readonly mostPx?: number;
  /** The table's head and body. Cells with figures have `data-number`. */
  readonly children: ReactNode;
};

/**
 * A plain table of figures in a frame that scrolls, also by keyboard. Use `DataTable` for rows that can be sorted or
 * opened.
 */
export function FigureTable({ label, mostPx, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section className={classes.frame} tabIndex={0} aria-label={label} style={{ maxHeight: mostPx }}>
      <table className={classes.table}>{children}</table>
    </section>
  );
}
