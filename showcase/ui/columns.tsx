import type { CSSProperties, ReactNode } from 'react';
import classes from './columns.module.css';

/** A row of twelve columns that breaks at the specification's widths: 576, 768, 992 and 1200 px. */
export function Columns({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={className ? `${classes.columns} ${className}` : classes.columns}>{children}</div>;
}

export type ColumnProps = {
  /**
   * Number of columns from each width on. A missing value equals that for the next narrower width; the default is 12.
   */
  xs?: number;
  sm?: number;
  md?: number;
  lg?: number;
  xl?: number;
  className?: string;
  children: ReactNode;
};

/** A cell in `Columns`. Its content is stretched to the row's height. */
export function Column({ xs = 12, sm = xs, md = sm, lg = md, xl = lg, className, children }: ColumnProps) {
  const spans = { '--xs': xs, '--sm': sm, '--md': md, '--lg': lg, '--xl': xl } as CSSProperties;
  return (
    <div className={className ? `${classes.column} ${className}` : classes.column} style={spans}>
      {children}
    </div>
  );
}
