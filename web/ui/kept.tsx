import type { ReactNode } from 'react';
import classes from './kept.module.css';

/** What an earlier question answered stays until the new answer is there: dimmed, busy, and said to be on its way. */
export function Kept({ isKept, className, children }: { isKept: boolean; className?: string; children: ReactNode }) {
  return (
    <div
      className={className ? `${classes.kept} ${className}` : classes.kept}
      data-kept={isKept || undefined}
      aria-busy={isKept}
    >
      {children}
      <span className={classes.status} role="status">
        {isKept ? 'Updating' : ''}
      </span>
    </div>
  );
}
