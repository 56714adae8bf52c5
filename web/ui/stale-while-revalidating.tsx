import type { ReactNode } from 'react';
import classes from './stale-while-revalidating.module.css';
import { staleWhileRevalidatingStrings as strings } from './ui-strings.ts';

type KeptProps = {
  isKept: boolean;
  /** Shows the message on screen, not only to screen readers, because no heading contains it. */
  isSaid?: boolean;
  className?: string;
  children: ReactNode;
};

/** Keeps stale content on screen until the new response arrives: dimmed, busy and announced as updating. */
export function StaleWhileRevalidating({ isKept, isSaid = false, className, children }: KeptProps) {
  return (
    <div
      className={className ? `${classes.kept} ${className}` : classes.kept}
      data-kept={isKept || undefined}
      aria-busy={isKept}
    >
      {children}
      <span className={isSaid ? classes.said : classes.status} role="status">
        {isKept ? strings.updating : ''}
      </span>
    </div>
  );
}
