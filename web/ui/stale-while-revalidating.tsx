import type { ReactNode } from 'react';
import classes from './stale-while-revalidating.module.css';

type KeptProps = {
  isKept: boolean;
  /** Says so for all to see, where no heading does. */
  isSaid?: boolean;
  className?: string;
  children: ReactNode;
};

/** What an earlier question answered stays until the new answer is there: dimmed, busy, and said to be on its way. */
export function StaleWhileRevalidating({ isKept, isSaid = false, className, children }: KeptProps) {
  return (
    <div
      className={className ? `${classes.kept} ${className}` : classes.kept}
      data-kept={isKept || undefined}
      aria-busy={isKept}
    >
      {children}
      <span className={isSaid ? classes.said : classes.status} role="status">
        {isKept ? 'Updating…' : ''}
      </span>
    </div>
  );
}
