import type { ReactNode } from 'react';
import classes from './forms.module.css';

/** A field with a fixed text or control attached to its ends. */
export function Affix({ before, after, children }: { before?: ReactNode; after?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.affix}>
      {before === undefined ? null : <Part>{before}</Part>}
      <div className={classes.affixed}>{children}</div>
      {after === undefined ? null : <Part>{after}</Part>}
    </div>
  );
}

const Part = ({ children }: { children: ReactNode }) =>
  typeof children === 'string' ? <span className={classes.affixText}>{children}</span> : children;
