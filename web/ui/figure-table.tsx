import type { ReactNode } from 'react';
import classes from './figure-table.module.css';

type Props = {
  /** What it shows, for a reader's ear. */
  readonly label: string;
  /** Higher than this it scrolls under its head; without it, it is as high as its rows. */
  readonly mostPx?: number;
  /** Head and body. A cell of figures has `data-number`. */
  readonly children: ReactNode;
};

/** A plain table of figures in a frame that scrolls, by keyboard too. For rows one sorts, chooses or opens: `DataTable`. */
export function FigureTable({ label, mostPx, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section className={classes.frame} tabIndex={0} aria-label={label} style={{ maxHeight: mostPx }}>
      <table className={classes.table}>{children}</table>
    </section>
  );
}
