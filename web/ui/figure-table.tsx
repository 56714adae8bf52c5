import type { ReactNode } from 'react';
import classes from './figure-table.module.css';

type Props = {
  /** Name of the table, for screen readers. */
  readonly label: string;
  /**
   * Maximum height in pixels; the table scrolls below its headings beyond it. Without it the table is as high as its
   * rows.
   */
  readonly mostPx?: number;
  /** Table head and body. Cells with figures have `data-number`. */
  readonly children: ReactNode;
};

/**
 * A plain table of figures in a frame that scrolls, also by keyboard. For rows to sort, select or open, use
 * `DataTable`.
 */
export function FigureTable({ label, mostPx, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section className={classes.frame} tabIndex={0} aria-label={label} style={{ maxHeight: mostPx }}>
      <table className={classes.table}>{children}</table>
    </section>
  );
}
